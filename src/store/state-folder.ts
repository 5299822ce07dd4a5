import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { flushToDisk } from './atomic-writer.ts';

/** Makes a folder of our state, flushed. The state itself must be there: it is never made anew below a running batch. */
export function makeStateFolder(baseDir: string, ...steps: readonly string[]): string {
  const folder = steps.reduce((parent, step) => makeFolder(join(parent, step)), baseDir);
  if (isInside(realpathSync(baseDir), realpathSync(folder))) return folder;
  throw new AgentOsError('PATH_OUTSIDE', `${folder} leads out of ${baseDir} through a link; nothing was written`);
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder);
    flushToDisk(dirname(folder));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  return folder;
}
