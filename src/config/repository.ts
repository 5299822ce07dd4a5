import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';

/** `--repo DIR`; else the nearest folder upwards that holds a config or `.git`; else the current folder. */
export function findRepository(cwd: string, flag: string | undefined): string {
  if (flag === '') throw new AgentOsError('REPO_MISSING', '--repo needs a folder');
  if (flag !== undefined) return resolveFolder(resolve(cwd, flag), flag);
  const start = realpathSync(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (holdsRepository(folder)) return folder;
    if (folder === dirname(folder)) return start;
  }
}

function resolveFolder(folder: string, asGiven: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new AgentOsError('REPO_MISSING', `--repo ${showSafely(asGiven)}: there is no such folder`, { cause: error });
  }
  throw new AgentOsError('REPO_MISSING', `--repo ${showSafely(asGiven)}: it is not a folder`);
}

function holdsRepository(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name === '.git' || name.startsWith('agentos.config.'));
  } catch {
    return false;
  }
}
