import type { CodeCommit, PublishedFile, TaskEvent } from './event.ts';
import type { Fate } from './outcome.ts';
import { noTokens, type SpentTokens } from './spent-tokens.ts';

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

/** In all, with a wait that is not over: whoever has waited for its time, and not come back yet, waits for a worker alone. */
export function countWaitedMs({ waitedMs, waitingSinceAt, fate }: TaskRecord, at: number): number {
  if (waitingSinceAt === null) return waitedMs;
  const dueAt = fate.kind === 'parked' ? (fate.untilAt ?? at) : at;
  return waitedMs + Math.max(0, Math.min(at, dueAt) - waitingSinceAt);
}

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

/** It ended, and a resume leaves it alone. */
export function isFinal(fate: TaskState): boolean {
  return ['done', 'failed', 'rejected'].includes(fate.kind) && !canGoOn(fate);
}

/** A disk may have room again, a budget be raised, a credential be mended, a changed issue be accepted: it goes on. */
export function canGoOn(fate: TaskState): boolean {
  return fate.kind === 'failed' && ['storage', 'budget', 'credentials', 'changed'].includes(fate.failure.code);
}
