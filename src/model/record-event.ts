import type { PublishedFile, TaskEvent } from './event.ts';
import { type FailureCode, policies } from './failure.ts';
import type { Parking } from './outcome.ts';
import { canGoOn, countWaitedMs, type TaskRecord } from './task-record.ts';
import { loseUntold, recordExchange, tellSpent } from './task-spending.ts';

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
  return task.waitingSinceAt === null ? task : { ...task, waitedMs: countWaitedMs(task, at), waitingSinceAt: null };
}

/** Clocks are set back: no time is ever negative. */
function atLeastZero(ms: number): number {
  return Math.max(0, ms);
}

/** A journal may hold a code of a later version. */
function burnsAttempt(code: FailureCode): boolean {
  return Object.hasOwn(policies, code) && policies[code].burnsAttempt;
}
