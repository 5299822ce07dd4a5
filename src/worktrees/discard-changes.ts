import { join } from 'node:path';
import { assertWorktree } from './assert-worktree.ts';
import type { WorktreeHouse } from './house.ts';
import { listUncommitted } from './list-uncommitted.ts';
import { restorePaths } from './restore-paths.ts';
import type { Worktree } from './worktree.ts';

interface DiscardOrder {
  /** What is checked out. */
  readonly commit: string;
  /** As for `commitAll`: it stays as it is. */
  readonly leaveOut: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Makes a worktree again what was committed, and gives the paths that were not; what git ignores stays. For what others
 * did there since `commitAll`: it is lost (1 call; 2 if files were changed). Throws what `assertWorktree` throws.
 */
export async function discardChanges(
  house: WorktreeHouse,
  tree: Worktree,
  { commit, leaveOut, signal }: DiscardOrder,
): Promise<readonly string[]> {
  await assertWorktree(house, tree, signal);
  const { tracked, untracked } = await listUncommitted(house, tree, leaveOut, signal);
  // First: a file may stand where a folder was.
  for (const path of untracked) house.files.removeFolder(join(tree.path, path));
  if (tracked.length > 0) await restorePaths(house, tree, { paths: tracked, commit, signal });
  return [...tracked, ...untracked];
}
