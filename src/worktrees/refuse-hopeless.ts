import type { WorktreeHouse } from './house.ts';
import type { RepositoryState } from './inspect-repository.ts';
import { refuseMissingStorage } from './large-storage.ts';
import { refuseMissingObjects } from './missing-objects.ts';
import { refuseBlockedBranches } from './task-branch.ts';
import { refuseUnwritable } from './unwritable.ts';

/**
 * Whatever would let every task fail when its worktree is made, or after its agent was paid. Throws REPOSITORY_UNWRITABLE,
 * BRANCH_BLOCKED, GIT_FILTER_FAILED, OBJECTS_MISSING.
 */
export async function refuseHopeless(
  house: WorktreeHouse,
  repository: RepositoryState,
  signal: AbortSignal,
): Promise<void> {
  refuseUnwritable(repository);
  await refuseBlockedBranches(house, repository, signal);
  await refuseMissingStorage(house, repository.repoDir, signal);
  await refuseMissingObjects(house, repository, signal);
}
