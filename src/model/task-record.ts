import type { CodeCommit, PublishedFile, TaskEvent } from './event.ts';
import { type FailureCode, policies } from './failure.ts';
import type { Fate, Parking } from './outcome.ts';
import { addTokens, endStep, noTokens, type SpentTokens, tokensOf } from './spent-tokens.ts';

/** Where a task stands. */
export type TaskState = Fate | { readonly kind: 'pending' } | { readonly kind: 'running'; readonly sinceAt: number };

/** All that the journal says of one task. */
export interface TaskRecord {
  readonly id: string;
  readonly fate: TaskState;
  /** How often it was started. */
  readonly attempts: number;
  /** Of these, how many ended in a way that counts against `maxAttempts`. */
  readonly burnedAttempts: number;
  /** Over all attempts that ended; of one that was cut off, as far as the journal goes. */
  readonly runningMs: number;
  /** Parked for time, over all waits that ended; time in which nobody ran the batch does not count. */
  readonly waitedMs: number;
  /** Since when it is parked for time; null if it is not. */
  readonly waitingSinceAt: number | null;
  /** What its calls cost; null if one of them was not measured. */
  readonly usd: number | null;
  /** The part of it that was measured. */
  readonly measuredUsd: number;
  /** Of all its calls. */
  readonly tokens: SpentTokens;
  /** What exchanges may cost that were begun and have not ended, by their leases. */
  readonly begunUsd: Readonly<Record<string, number>>;
  /** What ended exchanges cost, or may have cost at most, and no step has told yet. */
  readonly untoldUsd: number;
  /** The same, of attempts that are over: no step will tell. */
  readonly lostUsd: number;
  /** What its checkpoint must at least hold; null if nothing proves that there is one. */
  readonly checkpoint: { readonly id: string; readonly sequence: number } | null;
  /** Reviews until it was last rejected. */
  readonly rounds: number;
  /** In their places, the last of each path. */
  readonly files: readonly PublishedFile[];
  /** The last step that finished; null if none did, or all were thrown away. */
  readonly lastStep: string | null;
  /** Files that were prepared and not published: their temporaries may lie about. */
  readonly unfinished: readonly string[];
  /** What was about to be put in place, and was not seen there. */
  readonly publishing: Publishing | null;
  /** The question for which it was parked last; null if it never was, or waited for a time. */
  readonly gate: string | null;
  /** What it handed over; null if that is no code, or nothing yet. */
  readonly code: CodeCommit | null;
}

type Publishing = Pick<Extract<TaskEvent, { kind: 'publishing' }>, 'files' | 'isResult' | 'code'>;

export function makeTaskRecord(id: string): TaskRecord {
  return {
    id,
    fate: { kind: 'pending' },
    attempts: 0,
    burnedAttempts: 0,
    runningMs: 0,
    waitedMs: 0,
    waitingSinceAt: null,
    usd: 0,
    measuredUsd: 0,
    tokens: noTokens,
    begunUsd: {},
    untoldUsd: 0,
    lostUsd: 0,
    checkpoint: null,
    rounds: 0,
    files: [],
    lastStep: null,
    unfinished: [],
    publishing: null,
    gate: null,
    code: null,
  };
}

/** The record after one more event. An event that this version does not know changes nothing. */
export function recordEvent(task: TaskRecord, event: TaskEvent, at: number): TaskRecord {
  switch (event.kind) {
    case 'task-started':
      return { ...endWait(loseUntold(task), at), fate: { kind: 'running', sinceAt: at }, attempts: task.attempts + 1 };
    case 'attempt-failed':
      return { ...endRun(task, at), burnedAttempts: task.burnedAttempts + (burnsAttempt(event.failure.code) ? 1 : 0) };
    case 'checkpoint-reset':
      return { ...task, checkpoint: null, lastStep: null };
    case 'step-done':
    case 'step-found': {
      const { checkpoint } = event;
      return { ...tellSpent(task, event), checkpoint, lastStep: event.step };
    }
    case 'exchange-begun':
    case 'exchange':
      return recordExchange(task, event);
    case 'call-failed':
      return { ...tellSpent(task, event), checkpoint: event.checkpoint };
    case 'preparing':
    case 'publishing':
    case 'published':
      return recordFiles(task, event);
    case 'workflow-done':
      return recordWorkflow(task, event, at);
    case 'task-parked':
    case 'task-done':
    case 'task-failed':
    case 'task-rejected':
    case 'task-cancelled':
      return recordFate(task, event, at);
    default:
      return task;
  }
}

/** Goes on after an end or a kill at `lastAt`, of which the journal may say nothing else. */
export function recordResume(begun: TaskRecord, lastAt: number, at: number): TaskRecord {
  const task = loseUntold(begun);
  if (task.fate.kind === 'running') return endRun(task, lastAt);
  if (task.fate.kind === 'cancelled' || canGoOn(task.fate)) return { ...task, fate: { kind: 'pending' } };
  return task.waitingSinceAt === null ? task : { ...endWait(task, lastAt), waitingSinceAt: at };
}

/** It ended, and a resume leaves it alone. */
export function isFinal(fate: TaskState): boolean {
  return ['done', 'failed', 'rejected'].includes(fate.kind) && !canGoOn(fate);
}

/** A disk may have room again, a budget be raised, a credential be mended, a changed issue be accepted: it goes on. */
function canGoOn(fate: TaskState): boolean {
  return fate.kind === 'failed' && ['storage', 'budget', 'credentials', 'changed'].includes(fate.failure.code);
}

type FileEvent = Extract<TaskEvent, { kind: 'preparing' | 'publishing' | 'published' }>;
type FateEvent = Extract<
  TaskEvent,
  { kind: 'task-parked' | 'task-done' | 'task-failed' | 'task-rejected' | 'task-cancelled' }
>;

function recordFiles(task: TaskRecord, event: FileEvent): TaskRecord {
  if (event.kind === 'published') return addFiles(task, event.files);
  const paths = event.kind === 'preparing' ? event.files : event.files.map(({ path }) => path);
  const unfinished = [...new Set([...task.unfinished, ...paths])];
  if (event.kind === 'preparing') return { ...task, unfinished };
  const { files, isResult, code } = event;
  return { ...task, unfinished, publishing: { files, isResult, ...(code === undefined ? {} : { code }) } };
}

function addFiles(task: TaskRecord, files: readonly PublishedFile[]): TaskRecord {
  const paths = new Set(files.map(({ path }) => path));
  return {
    ...task,
    files: [...task.files.filter(({ path }) => !paths.has(path)), ...files],
    unfinished: task.unfinished.filter((path) => !paths.has(path)),
    publishing: null,
  };
}

/** What it took stays its own; what bounds and proves its steps begins anew. */
function recordWorkflow(
  task: TaskRecord,
  { files, runningMs }: Extract<TaskEvent, { kind: 'workflow-done' }>,
  at: number,
): TaskRecord {
  const { runningMs: ranMs } = recordFate(task, { kind: 'task-done', task: task.id, files, runningMs }, at);
  const begun = { fate: { kind: 'pending' }, checkpoint: null, lastStep: null, rounds: 0, burnedAttempts: 0 } as const;
  return { ...addFiles(endWait(task, at), files), ...begun, runningMs: ranMs };
}

/** An end without a start says nothing new of running time. */
function recordFate(task: TaskRecord, event: FateEvent, at: number): TaskRecord {
  const ranMs = task.fate.kind === 'running' ? atLeastZero(event.runningMs) : 0;
  const ended = { ...endWait(task, at), runningMs: task.runningMs + ranMs };
  switch (event.kind) {
    case 'task-done':
      return {
        ...addFiles(ended, event.files),
        fate: { kind: 'done', files: event.files },
        checkpoint: null,
        code: event.code ?? null,
      };
    case 'task-failed': {
      const checkpoint = event.failure.code === 'damaged' ? null : ended.checkpoint;
      return { ...ended, fate: { kind: 'failed', failure: event.failure }, checkpoint };
    }
    case 'task-rejected':
      return { ...ended, fate: { kind: 'rejected', reason: event.reason }, rounds: event.rounds };
    case 'task-parked':
      return {
        ...ended,
        fate: toParking(event, at),
        gate: event.gate,
        waitedMs: ended.waitedMs + atLeastZero(event.heldMs ?? 0),
        waitingSinceAt: event.for === 'time' ? at : null,
      };
    case 'task-cancelled':
      return { ...ended, fate: { kind: 'cancelled' } };
  }
}

function toParking(event: Extract<TaskEvent, { kind: 'task-parked' }>, at: number): Parking {
  const { reason } = event;
  return event.for === 'time'
    ? { kind: 'parked', for: 'time', reason, untilAt: event.untilAt ?? at }
    : { kind: 'parked', for: 'person', reason, untilAt: null };
}

function endRun(task: TaskRecord, at: number): TaskRecord {
  const ranMs = task.fate.kind === 'running' ? atLeastZero(at - task.fate.sinceAt) : 0;
  return { ...task, fate: { kind: 'pending' }, runningMs: task.runningMs + ranMs };
}

function endWait(task: TaskRecord, at: number): TaskRecord {
  if (task.waitingSinceAt === null) return task;
  return { ...task, waitedMs: task.waitedMs + atLeastZero(at - task.waitingSinceAt), waitingSinceAt: null };
}

function spend(task: TaskRecord, usd: number | null): TaskRecord {
  const sum = task.usd === null || usd === null ? null : task.usd + usd;
  return { ...task, usd: sum, measuredUsd: task.measuredUsd + (usd ?? 0) };
}

/** What a step tells is not counted twice. One that was found is of an attempt that is over. */
function tellSpent(
  task: TaskRecord,
  { kind, usd }: { readonly kind: string; readonly usd: number | null },
): TaskRecord {
  const told = usd ?? 0;
  const without = (untold: number) => atLeastZero(untold - told);
  const spent = { ...spend(task, usd), tokens: endStep(task.tokens, usd) };
  return kind === 'step-found'
    ? { ...spent, lostUsd: without(task.lostUsd) }
    : { ...spent, untoldUsd: without(task.untoldUsd) };
}

function recordExchange(
  task: TaskRecord,
  event: Extract<TaskEvent, { kind: 'exchange-begun' | 'exchange' }>,
): TaskRecord {
  const { [event.lease]: _, ...others } = task.begunUsd;
  const boundUsd = event.estimatedUsd ?? 0;
  if (event.kind === 'exchange-begun') return { ...task, begunUsd: { ...others, [event.lease]: boundUsd } };
  const untoldUsd = task.untoldUsd + (event.usd ?? boundUsd);
  const spent = isUnmeasured(event) ? spend(task, null) : task;
  return { ...spent, tokens: addTokens(spent.tokens, tokensOf(event)), begunUsd: others, untoldUsd };
}

/** Nobody will tell any more what was under way. What had begun and not ended is not measured. */
export function loseUntold(task: TaskRecord): TaskRecord {
  const begun = Object.values(task.begunUsd);
  const lostUsd = begun.reduce((sum, usd) => sum + usd, task.lostUsd + task.untoldUsd);
  const calls = task.tokens.calls + begun.length;
  const tokens = { ...task.tokens, calls, isWhole: task.tokens.isWhole && begun.length === 0 };
  return { ...(begun.length > 0 ? spend(task, null) : task), tokens, begunUsd: {}, untoldUsd: 0, lostUsd };
}

/** Broken off, and perhaps paid for: no step will ever say so. What was refused costs nothing. */
function isUnmeasured({ usd, trouble }: Extract<TaskEvent, { kind: 'exchange' }>): boolean {
  return usd === null && (trouble === null || trouble === 'abandoned');
}

/** Clocks are set back: no time is ever negative. */
function atLeastZero(ms: number): number {
  return Math.max(0, ms);
}

/** A journal may hold a code of a later version. */
function burnsAttempt(code: FailureCode): boolean {
  return Object.hasOwn(policies, code) && policies[code].burnsAttempt;
}
