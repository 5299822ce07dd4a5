import { renderMessage, type Trailer } from './commit-message.ts';
import { longTimeoutMs } from './git-call.ts';
import { durableFlags } from './git-pins.ts';
import { explainGit } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import { type Signature, toVariables } from './signature.ts';
import { placeOfWorktree, type TaskWorktree } from './worktree.ts';

export interface StagedOrder {
  readonly message: string;
  readonly trailers: readonly Trailer[];
  readonly by: Signature;
  readonly signal: AbortSignal;
}

/** Commits what is staged (1 call): by no hook, unsigned, there after a power cut. False if there is nothing to commit. */
export async function commitStaged(house: WorktreeHouse, tree: TaskWorktree, order: StagedOrder): Promise<boolean> {
  const args = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=verbatim', '--file=-'];
  const answer = await house.git.run(placeOfWorktree(tree), args, {
    signal: order.signal,
    flags: durableFlags,
    variables: toVariables(order.by),
    input: renderMessage(order.message, order.trailers),
    timeoutMs: longTimeoutMs,
  });
  if (answer.code === 1 && !/^(fatal|error):/m.test(answer.stderr)) return false;
  if (answer.code !== 0) throw explainGit(args, answer);
  return true;
}
