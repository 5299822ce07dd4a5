import { assertWorktree } from './assert-worktree.ts';
import type { CommitOrder } from './commit-all.ts';
import { readTip } from './commit-all.ts';
import { renderMessage } from './commit-message.ts';
import { durableFlags } from './git-pins.ts';
import { explainGit } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import { toVariables } from './signature.ts';
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
  order: Pick<CommitOrder, 'message' | 'trailers' | 'by' | 'signal'>,
): Promise<string> {
  const { signal } = order;
  await assertWorktree(house, tree, signal);
  await clearTaskLocks(house, tree, signal);
  const place = placeOfWorktree(tree);
  const input = paths.map((path) => `${path}\0`).join('');
  await house.git.ask(place, ['update-index', '--add', '-z', '--stdin'], { signal, input, flags: durableFlags });
  const args = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=verbatim', '--file=-'];
  const answer = await house.git.run(place, args, {
    signal,
    flags: durableFlags,
    variables: toVariables(order.by),
    input: renderMessage(order.message, order.trailers),
  });
  // Nothing to commit: an attempt before came as far.
  if (answer.code !== 0 && (answer.code !== 1 || /^(fatal|error):/m.test(answer.stderr)))
    throw explainGit(args, answer);
  return await readTip(house, tree, signal);
}
