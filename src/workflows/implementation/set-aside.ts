import type { TaskId } from '../../model/task.ts';
import { readTip } from '../../worktrees/commit-all.ts';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import { type OpenOrder, openTaskWorktree } from '../../worktrees/open-task-worktree.ts';
import { removeWorktree } from '../../worktrees/remove-worktree.ts';
import type { Signature } from '../../worktrees/signature.ts';
import { deleteBranch, retireBranch } from '../../worktrees/task-branch.ts';
import { listTaskRefs } from '../../worktrees/task-refs.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';

/**
 * Saves what is not committed and gives the branch another name, which is returned. Nothing is lost; a branch that holds
 * nothing goes, and null is returned.
 */
export async function setAside(
  house: WorktreeHouse,
  tree: TaskWorktree,
  by: Signature,
  signal: AbortSignal,
): Promise<string | null> {
  const { repository, taskId, base } = tree;
  await removeWorktree(house, tree, { by, leaveOut: [], isThorough: true, signal });
  const tip = await readTip(house, tree, signal);
  if (tip !== base) return await retireBranch(house, { repository, taskId, signal });
  await deleteBranch(house, { repository, taskId, base, tip, signal });
  return null;
}

/** The same for work that began at another commit: it is opened once more, where it began. */
export async function setAsideOutdated(house: WorktreeHouse, order: OpenOrder, by: Signature): Promise<string | null> {
  const { repository, taskId, base: head, signal } = order;
  const mintId = (name: string): TaskId | null => (name === taskId ? taskId : null);
  const standing = (await listTaskRefs(house, { repository, head, mintId, signal })).get(taskId);
  if (standing === undefined) return null;
  const { tree } = await openTaskWorktree(house, { ...order, base: standing.base });
  return await setAside(house, tree, by, signal);
}
