import type { BatchRecord } from '../model/batch-record.ts';
import type { BatchStarted } from '../model/event.ts';
import { exitCodes } from '../model/exit-codes.ts';
import type { PersonsAnswer } from '../model/persons-answer.ts';
import { addTokens, noTokens, type SpentTokens } from '../model/spent-tokens.ts';
import type { BatchWorkflow, Workflow, WorkflowTask } from '../model/task.ts';
import { isFinal, makeTaskRecord, type TaskRecord } from '../model/task-record.ts';
import { loseUntold } from '../model/task-spending.ts';
import type { Plan } from '../plan/plan.ts';
import { renderResume, renderRetry } from './command-line.ts';
import { ranMs } from './eta.ts';
import { roundUsd } from './figures.ts';

/** How a batch ended, or how it stands. What was not measured is null. */
export interface Summary {
  readonly schemaVersion: 1;
  /** Null if there was nothing to do, and so no batch. */
  readonly batch: string | null;
  /** Null if the batch was killed before it could say. */
  readonly workflow: BatchWorkflow | null;
  readonly parallel: number;
  readonly startedAt: number | null;
  /** Wall time, without pauses between an end and a resume. */
  readonly seconds: number;
  readonly usd: number | null;
  readonly counts: Readonly<Record<'done' | 'failed' | 'rejected' | 'parked' | 'cancelled' | 'skipped', number>>;
  /** In plan order. */
  readonly tasks: readonly TaskSummary[];
  readonly rejectedInputs: BatchStarted['rejected'];
  /** Null while it runs, and after a kill. */
  readonly exitCode: number | null;
  /** The command that runs the failed tasks again; null if none failed. A new batch, where a resume would not do. */
  readonly retry: string | null;
  /** Of all calls; null if those of one were not measured. */
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number } | null;
}

/** `pending` and `running` are fates of a batch that runs; what nobody works on any more is `cancelled`. */
type FateName = TaskRecord['fate']['kind'];

export interface TaskSummary {
  readonly id: string;
  readonly workflow: Workflow;
  readonly fate: FateName;
  /** Why it is not done: of a failure its code, else `rejected`, `needs-human` or `waiting`. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly attempts: number;
  /** Running time of all attempts; null if it never started. */
  readonly seconds: number | null;
  readonly usd: number | null;
  /** Null if it is not done. */
  readonly outputPath: string | null;
  readonly logPath: string | null;
  /** Where the code of an implementation is; null if it is not done, or the task is none. */
  readonly branch: string | null;
  readonly commit: string | null;
  readonly pullRequest: PullRequestLink | null;
  /** What a person answered, and the task has not gone on with yet; null if it does not wait for one. */
  readonly answer: PersonsAnswer | null;
}

/** A pull request by which a branch was handed over. */
interface PullRequestLink {
  readonly number: number;
  readonly url: string;
}

export interface SummaryView {
  /** Tells open tasks of a running batch from those that were left. */
  readonly isRunning: boolean;
  readonly exitCode: number | null;
  readonly now: number;
  /** Relative to the repository; null if there is no log. */
  logPathOf(task: WorkflowTask): string | null;
  /** By what is remembered; null if none was opened. */
  pullRequestOf(task: TaskRecord): PullRequestLink | null;
  /** To a question of a task; null if nobody has answered. */
  answerOf(taskId: string, gate: string): PersonsAnswer | null;
}

export function makeSummary(record: BatchRecord, view: SummaryView): Summary {
  const { started } = record;
  const tasks = (started?.tasks ?? []).map((planned) => summariseTask(record, planned, view));
  const runningMs = view.isRunning ? Math.max(0, view.now - record.lastAt) : 0;
  return {
    schemaVersion: 1,
    batch: record.name,
    workflow: started?.workflow ?? null,
    parallel: record.parallel,
    startedAt: record.startedAt,
    seconds: (record.activeMs + runningMs) / 1000,
    usd: addUsd(tasks),
    counts: { ...countFates(tasks), skipped: started?.skipped.length ?? 0 },
    tasks,
    rejectedInputs: started?.rejected ?? [],
    exitCode: view.exitCode,
    retry: findRetry(record, tasks),
    tokens: pickTokens(sumTokens(record, view.isRunning)),
  };
}

/** Of a plan without tasks there is no batch, and no record. */
export function summariseNothing(
  { workflow, skipped, rejected }: Pick<Plan, 'workflow' | 'skipped' | 'rejected'>,
  parallel: number,
  now: number,
): Summary {
  return {
    schemaVersion: 1,
    batch: null,
    workflow,
    parallel,
    startedAt: now,
    seconds: 0,
    usd: 0,
    counts: { ...countFates([]), skipped: skipped.length },
    tasks: [],
    rejectedInputs: rejected,
    exitCode: rejected.length === 0 ? exitCodes.done : exitCodes.failed,
    retry: null,
    tokens: pickTokens(noTokens),
  };
}

/** What all tasks took, as far as it was measured. */
export function sumTokens({ tasks }: BatchRecord, isRunning: boolean): SpentTokens {
  return tasks.values().reduce((sum, task) => addTokens(sum, asSeen(task, isRunning).tokens), noTokens);
}

/** A call that is under way will be measured; where nobody works any more, it never will. */
function asSeen(task: TaskRecord, isRunning: boolean): TaskRecord {
  return isRunning ? task : loseUntold(task);
}

function pickTokens({ input, cached, output, isWhole }: SpentTokens): Summary['tokens'] {
  return isWhole ? { input, cached, output } : null;
}

/** Failed of what may be over by then, such as a budget that can be raised: a resume takes it up again. */
export function failedForNow({ tasks }: BatchRecord, { id, fate }: Pick<TaskSummary, 'id' | 'fate'>): boolean {
  const recorded = tasks.get(id);
  return fate === 'failed' && recorded !== undefined && !isFinal(recorded.fate);
}

function findRetry(record: BatchRecord, tasks: readonly TaskSummary[]): string | null {
  const failed = tasks.filter(({ fate }) => fate === 'failed');
  const forGood = failed.filter((task) => !failedForNow(record, task)).map(({ id }) => id);
  if (forGood.length > 0) return renderRetry(record, forGood);
  return failed.length === 0 ? null : renderResume(record);
}

/** One planned task. Of an attempt that was cut off we know as much as the journal. */
export function summariseTask(record: BatchRecord, planned: WorkflowTask, view: SummaryView): TaskSummary {
  const task = asSeen(record.tasks.get(planned.id) ?? makeTaskRecord(planned.id), view.isRunning);
  const seenAt = view.isRunning ? view.now : record.lastAt;
  const isOpen = task.fate.kind === 'pending' || task.fate.kind === 'running';
  return {
    id: planned.id,
    workflow: planned.workflow,
    fate: isOpen && !view.isRunning ? 'cancelled' : task.fate.kind,
    failure: explainFate(task.fate),
    attempts: Math.min(task.attempts, task.burnedAttempts + 1),
    seconds: task.attempts === 0 ? null : ranMs(task, seenAt) / 1000,
    usd: roundUsd(task.usd),
    outputPath: findOutput(planned, task),
    logPath: task.attempts === 0 ? null : view.logPathOf(planned),
    branch: task.code?.branch ?? null,
    commit: task.code?.commit ?? null,
    pullRequest: task.code === null ? null : view.pullRequestOf(task),
    answer: findAnswer(task, view.answerOf),
  };
}

/** What a person answered to what the task waits for. */
export function findAnswer({ id, fate, gate }: TaskRecord, answerOf: SummaryView['answerOf']): PersonsAnswer | null {
  const isAsking = fate.kind === 'parked' && fate.for === 'person';
  return isAsking && gate !== null ? answerOf(id, gate) : null;
}

function explainFate(fate: TaskRecord['fate']): TaskSummary['failure'] {
  if (fate.kind === 'failed') return { code: fate.failure.code, message: fate.failure.message };
  if (fate.kind === 'rejected') return { code: 'rejected', message: fate.reason };
  if (fate.kind === 'parked') return { code: fate.for === 'person' ? 'needs-human' : 'waiting', message: fate.reason };
  return null;
}

/** What was planned, if it was written. */
function findOutput({ outputPath }: WorkflowTask, { fate }: TaskRecord): string | null {
  if (fate.kind !== 'done') return null;
  return fate.files.some(({ path }) => path === outputPath) ? outputPath : (fate.files.at(-1)?.path ?? null);
}

function addUsd(tasks: readonly TaskSummary[]): number | null {
  return roundUsd(tasks.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0));
}

function countFates(tasks: readonly TaskSummary[]): Omit<Summary['counts'], 'skipped'> {
  const counts = { done: 0, failed: 0, rejected: 0, parked: 0, cancelled: 0 };
  for (const { fate } of tasks) if (fate !== 'pending' && fate !== 'running') counts[fate] += 1;
  return counts;
}
