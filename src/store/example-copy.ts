import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { explainWriting } from './trouble.ts';

/** Copies an example into a folder that must be empty or new; into a temporary one if none is named. */
export function copyExample(example: string, named: string | null): string {
  return explainWriting(named ?? 'a temporary copy', () => {
    const folder = named ?? mkdtempSync(join(tmpdir(), 'agentos-demo-'));
    if (named !== null) makeEmpty(named);
    cpSync(example, folder, { recursive: true, filter: (path) => !isResult(relative(example, path)) });
    return folder;
  });
}

/** What an earlier run in the example itself has left there. */
function isResult(path: string): boolean {
  return ['.agentos', join('docs', 'lld'), join('docs', 'lineage')].includes(path);
}

function makeEmpty(folder: string): void {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) mkdirSync(folder, { recursive: true });
  else if (!stat.isDirectory() || readdirSync(folder).length > 0)
    throw new AgentOsError('FOLDER_NOT_EMPTY', `${folder} is not an empty folder: name a new one`);
}
