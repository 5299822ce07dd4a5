import { AgentOsError } from '../model/errors.ts';
import { assertWorktree } from './assert-worktree.ts';
import { renderMessage, type Trailer } from './commit-message.ts';
import { durableFlags } from './git-pins.ts';
import type { WorktreeHouse } from './house.ts';
import { type Signature, toVariables } from './signature.ts';
import { clearStaleLocks, listOwnLocks } from './stale-locks.ts';
import { changeRefs } from './task-branch.ts';
import { treeOfCommit } from './tree-of-commit.ts';
import { isCommitId, placeOfRepository, refsOf, type TaskWorktree } from './worktree.ts';

export interface SquashOrder {
  /** The tip of the branch: all that it holds becomes one commit. */
  readonly commit: string;
  readonly message: string;
  readonly trailers: readonly Trailer[];
  readonly by: Signature;
  readonly signal: AbortSignal;
}

export interface Squashed {
  readonly commit: string;
  readonly tree: string;
}

/**
 * Makes the branch one commit on its base, with the files of its tip; what it held before stays reachable as
 * `refs/agentos/<id>/checkpoints` (2 calls; 1 more for each of tip and base that is packed). Done again with the same
 * order it gives the same commit, so that a crash never commits twice. Contract: nothing is uncommitted. Throws
 * DIFF_EMPTY, and BRANCH_MOVED if the tip is another.
 */
export async function squashOnto(house: WorktreeHouse, tree: TaskWorktree, order: SquashOrder): Promise<Squashed> {
  const { signal, commit } = order;
  const { repository, base, taskId } = tree;
  await assertWorktree(house, tree, signal);
  await clearStaleLocks(house, listOwnLocks(repository, taskId), signal);
  const place = placeOfRepository(repository);
  if (!isCommitId(commit, repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'the tip is not a whole commit id');
  const files = await treeOfCommit(house, repository, commit, signal);
  if (files === (await treeOfCommit(house, repository, base, signal)))
    throw new AgentOsError('DIFF_EMPTY', `branch ${tree.branch} changes nothing`);
  const made = await house.git.ask(place, ['commit-tree', '-p', base, '-F', '-', files], {
    signal,
    flags: durableFlags,
    variables: toVariables(order.by),
    input: renderMessage(order.message, order.trailers),
  });
  await moveBranch(house, tree, { from: commit, to: made.trim(), signal });
  return { commit: made.trim(), tree: files };
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
}

/** From what it was, or it is there already. */
async function moveBranch(
  house: WorktreeHouse,
  { repository, taskId, branch }: TaskWorktree,
  move: Move,
): Promise<void> {
  const refs = refsOf(taskId);
  const { from, to, signal } = move;
  if (from === to) return;
  const lines = [`update ${refs.checkpoints} ${from}`, `update ${refs.branch} ${to} ${from}`];
  const refusal = await changeRefs(house, { repository, signal }, lines, durableFlags);
  if (refusal === null || (await isAt(house, repository, refs.branch, to, signal))) return;
  throw new AgentOsError('BRANCH_MOVED', `branch ${branch} is not at ${from} any more`, { cause: refusal });
}

async function isAt(
  house: WorktreeHouse,
  repository: TaskWorktree['repository'],
  ref: string,
  commit: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { stdout } = await house.git.run(placeOfRepository(repository), ['rev-parse', '--verify', '--quiet', ref], {
    signal,
  });
  return stdout.toString('utf8').trim() === commit;
}
