import { assertWorktree } from './assert-worktree.ts';
import { readTip } from './commit-all.ts';
import { commitStaged, type StagedOrder } from './commit-staged.ts';
import { durableFlags } from './git-pins.ts';
import type { WorktreeHouse } from './house.ts';
import { clearTaskLocks } from './stale-locks.ts';
import { placeOfWorktree, type TaskWorktree } from './worktree.ts';

/**
 * Commits these files and nothing else that changed, on top of what was committed last (2 calls); returns the tip, also if
 * they are in it already. Contract: nothing is staged, because the last commit was by `commitAll`.
 */
export async function commitPaths(
  house: WorktreeHouse,
  tree: TaskWorktree,
  paths: readonly string[],
  order: StagedOrder,
): Promise<string> {
  const { signal } = order;
  await assertWorktree(house, tree, signal);
  await clearTaskLocks(house, tree, signal);
  const place = placeOfWorktree(tree);
  const input = paths.map((path) => `${path}\0`).join('');
  await house.git.ask(place, ['update-index', '--add', '-z', '--stdin'], { signal, input, flags: durableFlags });
  // Where there is nothing to commit, an attempt before came as far.
  await commitStaged(house, tree, order);
  return await readTip(house, tree, signal);
}
