import { AgentOsError } from '../model/errors.ts';
import type { TaskId } from '../model/task.ts';
import type { WorktreeHouse } from './house.ts';
import { fillWorktree, registerWorktree, settlePlace, toWorktree } from './make-worktree.ts';
import { look, resolveWorktreesDir } from './places.ts';
import { findRegistration } from './registrations.ts';
import { isCommitId, pathOf, type RepositoryPlace, type ScratchWorktree } from './worktree.ts';

export interface ScratchOrder {
  readonly repository: RepositoryPlace;
  /** Absolute. */
  readonly worktreesDir: string;
  readonly taskId: TaskId;
  readonly commit: string;
  readonly signal: AbortSignal;
}

/** A worktree at a commit, without a branch, to be spoilt and thrown away (2 calls). What an earlier one left goes first. */
export async function openScratchWorktree(house: WorktreeHouse, order: ScratchOrder): Promise<ScratchWorktree> {
  const { repository, taskId, commit, signal } = order;
  if (!isCommitId(commit, repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'that is not a whole commit id');
  const path = pathOf(resolveWorktreesDir(repository, order.worktreesDir), taskId, 'scratch');
  const registration = await house.withLock(async () => {
    dropFolder(house, repository, path);
    settlePlace(house, repository, path);
    return await registerWorktree(house, { repository, path, head: { commit }, signal });
  });
  const tree: ScratchWorktree = { ...toWorktree(repository, path, registration), branch: null, commit };
  await fillWorktree(house, tree, signal);
  return tree;
}

/**
 * Gone with all that is in it (no call). The folder goes first, outside the lock: it may hold as much as was installed
 * in it.
 */
export async function closeScratchWorktree(house: WorktreeHouse, tree: ScratchWorktree): Promise<void> {
  house.files.removeFolder(tree.path);
  await house.withLock(async () => dropFolder(house, tree.repository, tree.path));
}

/** A folder whose name says that nobody wants it, and what git knows of it. Links are not followed, whatever was done to it. */
export function dropFolder({ files }: WorktreeHouse, { commonDir }: RepositoryPlace, path: string): void {
  if (look(path) !== null) files.removeFolder(path);
  const registration = findRegistration(commonDir, path);
  if (registration !== null) files.removeFolder(registration.adminDir);
}
