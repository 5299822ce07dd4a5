import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { publishTemporary, writeTemporary } from './atomic-writer.ts';
import { explainWriting } from './trouble.ts';

/** Lays a result beside its place in the repository. Throws AgentOsError if it cannot, or may not, be written. */
export function prepareResult(repoDir: string, path: string, content: string | Uint8Array): void {
  explainWriting(path, () => {
    refuseOutside(repoDir, join(repoDir, path));
    writeTemporary(join(repoDir, path), content);
  });
}

/** Puts a prepared result in its place. */
export function publishResult(repoDir: string, path: string): void {
  explainWriting(path, () => {
    refuseOutside(repoDir, join(repoDir, path));
    publishTemporary(join(repoDir, path));
  });
}

/** A link on the way could lead anywhere: what counts is where the nearest folder that exists really is. */
function refuseOutside(repoDir: string, target: string): void {
  if (isInside(realpathSync(repoDir), realpathOfNearest(dirname(target)))) return;
  throw new AgentOsError('PATH_OUTSIDE', `${target} leads out of the repository through a link; nothing was written`);
}

function realpathOfNearest(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || folder === dirname(folder)) throw error;
    return realpathOfNearest(dirname(folder));
  }
}
