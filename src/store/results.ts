import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { publishTemporary, writeTemporary } from './atomic-writer.ts';

/** Lays a result beside its place in the repository. Throws AgentOsError if it cannot, or may not, be written. */
export function prepareResult(repoDir: string, path: string, text: string): void {
  explainTrouble(path, () => {
    refuseOutside(repoDir, path);
    writeTemporary(join(repoDir, path), text);
  });
}

/** Puts a prepared result in its place. */
export function publishResult(repoDir: string, path: string): void {
  explainTrouble(path, () => {
    refuseOutside(repoDir, path);
    publishTemporary(join(repoDir, path));
  });
}

/** A link on the way could lead anywhere: what counts is where the nearest folder that exists really is. */
function refuseOutside(repoDir: string, path: string): void {
  const folder = dirname(join(repoDir, path));
  if (isInside(realpathSync(repoDir), realpathOfNearest(folder))) return;
  throw new AgentOsError('PATH_OUTSIDE', `${path} leads out of the repository through a link; nothing was written`);
}

function realpathOfNearest(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || folder === dirname(folder)) throw error;
    return realpathOfNearest(dirname(folder));
  }
}

function explainTrouble(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof AgentOsError || !(error instanceof Error) || !('code' in error)) throw error;
    const isStorage = error.code === 'ENOSPC' || error.code === 'EIO' || error.code === 'EDQUOT';
    const code = isStorage ? 'STORAGE_FAILED' : 'FILE_UNWRITABLE';
    throw new AgentOsError(code, `${path} cannot be written: ${error.message}`, { cause: error });
  }
}
