import type { TaskId } from '../model/task.ts';
import { assertWorktree } from './assert-worktree.ts';
import type { WorktreeHouse } from './house.ts';
import { fillWorktree, registerWorktree, settlePlace, toWorktree } from './make-worktree.ts';
import { resolveWorktreesDir } from './places.ts';
import { clearStaleLocks, listOwnLocks, listTreeLocks } from './stale-locks.ts';
import { claimBranch } from './task-branch.ts';
import { branchOf, pathOf, type RepositoryPlace, type TaskWorktree } from './worktree.ts';

export interface OpenOrder {
  readonly repository: RepositoryPlace;
  /** Absolute; it need not be there yet. Inside the repository it starts with `repoDir`, so that links on the way are seen. */
  readonly worktreesDir: string;
  readonly taskId: TaskId;
  /** The whole id of the commit that the task begins with. */
  readonly base: string;
  readonly signal: AbortSignal;
}

export interface OpenedWorktree {
  readonly tree: TaskWorktree;
  /** There was one: it may hold commits and uncommitted work of an attempt before. */
  readonly isResumed: boolean;
}

/**
 * The worktree of a task, on a branch of its own: made, or as it was left (3 calls; 3 when it was there). Whatever was the
 * last instruction of an attempt before, this goes on from it. Throws WORKTREE_OCCUPIED, WORKTREE_DAMAGED,
 * REPOSITORY_TAMPERED, PATH_OUTSIDE, OBJECTS_MISSING, and what `claimBranch` throws.
 */
export async function openTaskWorktree(house: WorktreeHouse, order: OpenOrder): Promise<OpenedWorktree> {
  const { repository, taskId, base, signal } = order;
  const path = pathOf(resolveWorktreesDir(repository, order.worktreesDir), taskId, 'task');
  const branch = branchOf(taskId);
  const { registration, isWhole, isNew } = await house.withLock(async () => {
    await clearStaleLocks(house, listOwnLocks(repository, taskId), signal);
    const whole = settlePlace(house, repository, path);
    const claim = await claimBranch(house, order);
    const made = whole ?? (await registerWorktree(house, { repository, path, head: { branch }, signal }));
    return { registration: made, isWhole: whole !== null, isNew: claim === 'new' };
  });
  const tree: TaskWorktree = { ...toWorktree(repository, path, registration), taskId, branch, base };
  await clearStaleLocks(house, listTreeLocks(tree.adminDir), signal);
  if (!isWhole) await fillWorktree(house, tree, signal);
  await assertWorktree(house, tree, signal);
  return { tree, isResumed: !isNew };
}
