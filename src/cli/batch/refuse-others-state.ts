import { existsSync } from 'node:fs';
import type { Options } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import { isInside } from '../../model/paths.ts';
import { showSafely } from '../../model/text.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readFirstEvent } from '../../store/journal-reader.ts';
import { findLockFolder } from './lock-folder.ts';
import { nameAnother, refuseTrackedState } from './preflight.ts';

type Place = Pick<Options, 'repoDir' | 'settings'>;

/** For every command that goes by state: throws if it is not this repository's own. */
export function refuseOthersState(place: Place): void {
  refuseOuterState(place);
  refuseTrackedState(place);
  refuseSharedState(place);
}

/** State ignores itself, and git would ignore the repository with it. Throws BASE_DIR_UNUSABLE. */
function refuseOuterState({ repoDir, settings: { baseDir } }: Place): void {
  if (!isInside(baseDir, repoDir)) return;
  const what = `${showSafely(baseDir)} cannot hold the state, because it holds the repository`;
  throw new AgentOsError('BASE_DIR_UNUSABLE', `${what}: ${nameAnother}`);
}

/**
 * Tasks are known by their ids, and repositories count alike: two of them in one folder would take each other's
 * checkpoints and batches for their own. One that was moved brings its state along. Throws STATE_SHARED.
 */
export function refuseSharedState({ repoDir, settings: { baseDir } }: Place): void {
  if (isInside(repoDir, baseDir)) return;
  const owner = findOwner(baseDir);
  if (owner === null || owner === repoDir || !existsSync(owner) || isSameRepository(owner, repoDir)) return;
  const what = `${showSafely(baseDir)} holds the state of ${showSafely(owner)}`;
  throw new AgentOsError('STATE_SHARED', `${what}: ${nameAnother} for this one`);
}

/** Whoever began the last batch that can be read. */
function findOwner(baseDir: string): string | null {
  for (const name of listBatches(baseDir).reverse()) {
    const repoDir = readRepository(journalPath(baseDir, name));
    if (repoDir !== null) return repoDir;
  }
  return null;
}

function readRepository(path: string): string | null {
  try {
    const first = readFirstEvent(path);
    return first?.kind === 'batch-started' ? first.repoDir : null;
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}

/** Worktrees of one repository have one lock. */
function isSameRepository(one: string, other: string): boolean {
  const folder = findLockFolder(one, '');
  return folder !== '' && folder === findLockFolder(other, '');
}
