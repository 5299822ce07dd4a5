import { dirname } from 'node:path';
import { commitAll } from './commit-all.ts';
import type { WorktreeHouse } from './house.ts';
import { look } from './places.ts';
import { dropFolder } from './scratch-worktree.ts';
import type { Signature } from './signature.ts';
import { pathOf, type TaskWorktree } from './worktree.ts';

export interface RemoveOrder {
  /** Of the commit that saves what was not committed. */
  readonly by: Signature;
  /** As for `commitAll`: this is not saved. */
  readonly leaveOut: readonly string[];
  /** As for `commitAll`: false only if nothing ran in it since a thorough commit. */
  readonly isThorough: boolean;
  readonly signal: AbortSignal;
}

/**
 * Removes a task's worktree; its branch stays. What was not committed is committed to it first, and returned; ignored
 * files go. Throws, and removes nothing, if the worktree is damaged or holds what cannot be committed (1 call;
 * 3 with a commit; 1 more if thorough).
 */
export async function removeWorktree(
  house: WorktreeHouse,
  tree: TaskWorktree,
  order: RemoveOrder,
): Promise<string | null> {
  const { by, leaveOut, isThorough, signal } = order;
  if (look(tree.path) === null) {
    // Whoever was cut off after it had left its place did not come to delete it.
    await house.withLock(async () => dropFolder(house, tree.repository, tree.path));
    house.files.removeFolder(removedPath(tree));
    return null;
  }
  const message = `Save uncommitted work of ${tree.taskId}`;
  const saved = await commitAll(house, tree, { message, trailers: [], by, leaveOut, isThorough, signal });
  await putAway(house, tree);
  return saved;
}

/** The folder leaves its place at one go: half of it must never look like a worktree in which files were deleted. */
async function putAway(house: WorktreeHouse, tree: TaskWorktree): Promise<void> {
  const { files } = house;
  const { repository, path } = tree;
  const removed = removedPath(tree);
  files.removeFolder(removed);
  await house.withLock(async () => {
    files.moveFolder(path, removed);
    dropFolder(house, repository, path);
  });
  files.removeFolder(removed);
}

function removedPath({ path, taskId }: TaskWorktree): string {
  return pathOf(dirname(path), taskId, 'removed');
}
