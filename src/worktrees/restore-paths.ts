import { AgentOsError } from '../model/errors.ts';
import { assertWorktree } from './assert-worktree.ts';
import { longTimeoutMs } from './git-call.ts';
import type { WorktreeHouse } from './house.ts';
import { clearStaleLocks, listTreeLocks } from './stale-locks.ts';
import { isCommitId, placeOfWorktree, type Worktree } from './worktree.ts';

export interface RestoreOrder {
  /** Each is a file of the commit, or of what is checked out; or a folder with all such files. */
  readonly paths: readonly string[];
  readonly commit: string;
  readonly signal: AbortSignal;
}

/**
 * Gives files the content that they have in a commit; those that are not in it go (1 call). What was in them is lost:
 * for a scratch worktree, or after `commitAll`.
 */
export async function restorePaths(house: WorktreeHouse, tree: Worktree, order: RestoreOrder): Promise<void> {
  const { paths, commit, signal } = order;
  if (!isCommitId(commit, tree.repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'that is not a whole commit id');
  await assertWorktree(house, tree, signal);
  if (paths.length === 0) return;
  await clearStaleLocks(house, listTreeLocks(tree.adminDir), signal);
  const from = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const args = ['restore', `--source=${commit}`, '--staged', '--worktree', '--no-recurse-submodules', ...from];
  const options = { signal, input: paths.map((path) => `${path}\0`).join(''), timeoutMs: longTimeoutMs };
  await house.git.ask(placeOfWorktree(tree), args, options);
}
