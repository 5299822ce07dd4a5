import type { Options } from '../../config/options.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import { isFinal } from '../../model/task-record.ts';
import { endOrphans } from '../../processes/batch-mark.ts';
import type { CleanedItem, CleanReport } from '../../report/clean.ts';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import { inspectRepository, type RepositoryState } from '../../worktrees/inspect-repository.ts';
import { holdRepository } from '../batch/hold-repository.ts';
import { worktreesDirOf } from '../batch/worktrees-dir.ts';
import { openHouse } from '../worktree-house.ts';
import { findState, type StateFindings } from './find-state.ts';
import { findWorktrees } from './find-worktrees.ts';
import type { Finding } from './finding.ts';
import { refuseRunning } from './refuse-running.ts';

export interface CleanOrder {
  readonly options: Options;
  readonly now: number;
  readonly olderThanAt: number;
  readonly dropsBranches: boolean;
}

type Swept = Pick<CleanReport, 'removed' | 'kept' | 'failed' | 'young'>;

/** Nothing is written, not even a lock. */
export async function look(order: CleanOrder): Promise<Swept> {
  const { options } = order;
  refuseRunning(options.repoDir, options.settings.baseDir);
  const state = findState(placeOf(order));
  const findings = [...(await findInGit(order, state)), ...state.findings];
  return { removed: listItems(findings, false), kept: listItems(findings, true), failed: [], young: state.young };
}

/** Worktrees first: a branch can go only when none of them stands on it. */
export async function sweep(order: CleanOrder): Promise<Swept> {
  using held = holdRepository(order.options, 'clean');
  const state = findState(placeOf(order));
  if (state.records.some(({ exitCode }) => exitCode === null)) endOrphans(held.mark);
  const trees = (await findInGit(order, state)).filter(({ kind }) => kind !== 'branch');
  const first = await removeAll(trees);
  const branches = (await findInGit(order, state)).filter(({ kind }) => kind === 'branch');
  const second = await removeAll([...branches, ...state.findings]);
  return {
    removed: [...first.removed, ...second.removed],
    kept: [...first.kept, ...second.kept],
    failed: [...first.failed, ...second.failed],
    young: state.young,
  };
}

async function findInGit({ options, now, dropsBranches }: CleanOrder, { records, retryable }: StateFindings) {
  const { repoDir, settings } = options;
  const house = openHouse(settings.baseDir);
  const { signal } = new AbortController();
  const repository = await inspect(house, repoDir, signal);
  if (!('head' in repository)) return [repository];
  const worktreesDir = worktreesDirOf(settings);
  const needed = listNeeded(repoDir, records);
  return await findWorktrees({
    ...{ house, repository, worktreesDir, needed, retryable, dropsBranches, now, signal },
  });
}

/** Without a repository there is no worktree; that is worth a word, and no reason to stop. */
async function inspect(house: WorktreeHouse, repoDir: string, signal: AbortSignal): Promise<RepositoryState | Finding> {
  try {
    return await inspectRepository(house, repoDir, signal);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    return { kind: 'repository', name: '.', reason: `not looked at: ${error.message}`, remove: null };
  }
}

/** The tasks that a resume goes on with, and its batch. */
function listNeeded(repoDir: string, records: readonly BatchRecord[]): ReadonlyMap<string, string> {
  const own = records.filter(({ started }) => started?.repoDir === repoDir);
  return new Map(
    own.flatMap(({ name, tasks }) =>
      [...tasks.values()].filter(({ fate }) => !isFinal(fate)).map(({ id }): [string, string] => [id, name]),
    ),
  );
}

async function removeAll(findings: readonly Finding[]): Promise<Omit<Swept, 'young'>> {
  const removed: CleanedItem[] = [];
  const failed: CleanedItem[] = [];
  for (const { kind, name, reason, remove } of findings) {
    if (remove === null) continue;
    try {
      await remove();
      removed.push({ kind, name, reason });
    } catch (error) {
      if (!(error instanceof AgentOsError) || error.code === 'STORAGE_FAILED') throw error;
      failed.push({ kind, name, reason: error.message });
    }
  }
  return { removed, kept: listItems(findings, true), failed };
}

function listItems(findings: readonly Finding[], isKept: boolean): CleanedItem[] {
  return findings
    .filter(({ remove }) => (remove === null) === isKept)
    .map(({ kind, name, reason }) => ({ kind, name, reason }));
}

function placeOf({ options, olderThanAt }: CleanOrder) {
  return { repoDir: options.repoDir, baseDir: options.settings.baseDir, olderThanAt };
}
