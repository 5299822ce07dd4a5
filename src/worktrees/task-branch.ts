import { dirname, join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { TaskId } from '../model/task.ts';
import { explainGit } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import { listRegistrations } from './registrations.ts';
import { readLine } from './small-file.ts';
import { branchOf, branchPrefix, isCommitId, placeOfRepository, type RepositoryPlace, refsOf } from './worktree.ts';

export interface BranchOrder {
  readonly repository: RepositoryPlace;
  readonly taskId: TaskId;
  /** The whole id of the commit that the task begins with. */
  readonly base: string;
  readonly signal: AbortSignal;
}

/** Where a task's refs stand; null is absent. */
interface Standing {
  readonly tip: string | null;
  readonly base: string | null;
}

/**
 * Makes the branch of a task, or goes on with it (1 call, 3 if it was there). Beside it stands a ref that says where it
 * began, which is how we know that a branch is ours; it is written first and deleted last. Throws
 * COMMIT_UNKNOWN, BRANCH_FOREIGN, BRANCH_OUTDATED, BRANCH_BLOCKED; nothing is ever moved by force.
 */
export async function claimBranch(house: WorktreeHouse, order: BranchOrder): Promise<'new' | 'continued'> {
  const { taskId, base, repository } = order;
  if (!isCommitId(base, repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'the base is not a whole commit id');
  const refs = refsOf(taskId);
  const refusal = await changeRefs(house, order, [`create ${refs.base} ${base}`, `create ${refs.branch} ${base}`]);
  if (refusal === null) return 'new';
  const standing = await readStanding(house, order);
  if (standing.tip === null && standing.base === null) throw explainBlocked(order, refusal);
  if (standing.tip !== null) return await continueBranch(house, order, { tip: standing.tip, base: standing.base });
  // Its making was cut off, or somebody deleted it.
  const again = await changeRefs(house, order, [`update ${refs.base} ${base}`, `create ${refs.branch} ${base}`]);
  if (again !== null) throw explainBlocked(order, again);
  return 'new';
}

async function continueBranch(
  house: WorktreeHouse,
  { repository, taskId, base, signal }: BranchOrder,
  standing: { readonly tip: string; readonly base: string | null },
): Promise<'continued'> {
  const branch = branchOf(taskId);
  const foreign = (what: string) =>
    new AgentOsError('BRANCH_FOREIGN', `branch ${branch} ${what}: rename it (git branch -m ${branch} <name>)`);
  if (standing.base === null) throw foreign('is there, and was not made by AgentOS');
  if (standing.base !== base)
    throw new AgentOsError(
      'BRANCH_OUTDATED',
      `branch ${branch} holds earlier work, which began at ${standing.base.slice(0, 12)} and not at ${base.slice(0, 12)}`,
    );
  const args = ['merge-base', '--is-ancestor', base, standing.tip];
  const { code } = await house.git.run(placeOfRepository(repository), args, { signal });
  if (code !== 0) throw foreign('does not go back to where its task began');
  return 'continued';
}

/**
 * Gives the branch another name, so that the task can begin anew; nothing is lost. Returns the name, or null if there
 * was no branch (3 calls). Throws BRANCH_FOREIGN, and BRANCH_IN_USE while it is checked out anywhere.
 */
export async function retireBranch(house: WorktreeHouse, order: Omit<BranchOrder, 'base'>): Promise<string | null> {
  const { repository, taskId } = order;
  const refs = refsOf(taskId);
  const { tip, base, taken } = await readStanding(house, order);
  if (tip === null) return null;
  if (base === null) throw new AgentOsError('BRANCH_FOREIGN', `branch ${branchOf(taskId)} was not made by AgentOS`);
  refuseUsed(repository, taskId);
  // No id of a task holds a dot.
  let number = 1;
  while (taken.has(`${refs.branch}.${number}`)) number += 1;
  await mustChange(house, order, [`create ${refs.branch}.${number} ${tip}`, `delete ${refs.branch} ${tip}`]);
  await mustChange(house, order, [`delete ${refs.base} ${base}`]);
  return `${branchOf(taskId)}.${number}`;
}

interface DeleteOrder extends BranchOrder {
  readonly tip: string | null;
}

/** Deletes a branch that is still where it was seen, and all that we noted beside it (2 calls). Throws BRANCH_IN_USE. */
export async function deleteBranch(house: WorktreeHouse, order: DeleteOrder): Promise<void> {
  const { repository, taskId, tip, base } = order;
  const refs = refsOf(taskId);
  refuseUsed(repository, taskId);
  await mustChange(house, order, [
    ...(tip === null ? [] : [`delete ${refs.branch} ${tip}`]),
    `delete ${refs.checkpoints}`,
  ]);
  await mustChange(house, order, [`delete ${refs.base} ${base}`]);
}

function refuseUsed({ commonDir }: RepositoryPlace, taskId: TaskId): void {
  const used = refsOf(taskId).branch;
  const user = listRegistrations(commonDir).find(({ head }) => head === used);
  const place = user?.path ?? (readLine(join(commonDir, 'HEAD')) === `ref: ${used}` ? dirname(commonDir) : null);
  if (place === null) return;
  const message = `branch ${branchOf(taskId)} is checked out at ${place}: switch to another branch there`;
  throw new AgentOsError('BRANCH_IN_USE', message);
}

async function readStanding(
  house: WorktreeHouse,
  { repository, taskId, signal }: Omit<BranchOrder, 'base'>,
): Promise<Standing & { readonly taken: ReadonlySet<string> }> {
  const refs = refsOf(taskId);
  const patterns = [refs.branch, `${refs.branch}.*`, refs.base];
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', ...patterns];
  const output = await house.git.ask(placeOfRepository(repository), args, { signal });
  const found = new Map(output.split('\n').map((line): [string, string] => splitOnce(line)));
  return { tip: found.get(refs.branch) ?? null, base: found.get(refs.base) ?? null, taken: new Set(found.keys()) };
}

async function mustChange(
  house: WorktreeHouse,
  order: Omit<BranchOrder, 'base'>,
  lines: readonly string[],
): Promise<void> {
  const refusal = await changeRefs(house, order, lines);
  if (refusal !== null) throw refusal;
}

/**
 * All or nothing, and null if it was done. Only a crash may leave some of it: git writes refs one by one in the order of
 * the lines, and then deletes, from its packed file first.
 */
export async function changeRefs(
  house: WorktreeHouse,
  { repository, signal }: Pick<BranchOrder, 'repository' | 'signal'>,
  lines: readonly string[],
  flags: readonly string[] = [],
): Promise<AgentOsError | null> {
  const input = ['start', ...lines, 'prepare', 'commit', ''].join('\n');
  const args = ['update-ref', '-m', 'agentos', '--stdin'];
  const answer = await house.git.run(placeOfRepository(repository), args, { signal, input, flags });
  return answer.code === 0 ? null : explainGit(args, answer);
}

function explainBlocked({ base, taskId }: BranchOrder, refusal: AgentOsError): AgentOsError {
  if (/nonexistent object|non-commit object|bad object/.test(refusal.message))
    return new AgentOsError('COMMIT_UNKNOWN', `this repository has no commit ${base}`, { cause: refusal });
  const [, blocker] = refusal.message.match(/'refs\/heads\/([^']+)' exists; cannot create/) ?? [];
  return blocker === undefined ? refusal : blocked(blocker, branchOf(taskId));
}

function blocked(blocker: string, branch: string): AgentOsError {
  const fix = `rename it (git branch -m ${blocker} <name>)`;
  return new AgentOsError('BRANCH_BLOCKED', `branch ${blocker} is in the way of ${branch}: ${fix}`);
}

/** Throws BRANCH_BLOCKED where a branch has the name of the folder that those of all tasks lie in (1 call). */
export async function refuseBlockedBranches(
  house: WorktreeHouse,
  repository: Pick<RepositoryPlace, 'commonDir'>,
  signal: AbortSignal,
): Promise<void> {
  const blocker = branchPrefix.slice(0, -1);
  const args = ['show-ref', '--verify', '--quiet', `refs/heads/${blocker}`];
  const { code } = await house.git.run(placeOfRepository(repository), args, { signal });
  if (code === 0) throw blocked(blocker, `${branchPrefix}<id>`);
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}
