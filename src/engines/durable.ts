import type { ParkedAttempt } from '../model/attempt.ts';
import type { Failure } from '../model/failure.ts';

/** What an engine gives to a workflow that outlives its process. Keys are unique within a run. */
export interface Durable {
  readonly runId: string;
  /** Runs once and keeps the value; `usd` is what it cost, null if that was not measured. */
  memo<T>(key: string, run: (keep: Keep) => Promise<Measured<T>>): Promise<T>;
  /** The same, for work that costs nothing and that somebody else tells of. */
  memoQuietly<T>(key: string, run: () => Promise<T>): Promise<T>;
  /** Keeps a value that costs nothing with the next that is kept; until then a new process makes it anew. */
  hold<T>(key: string, make: () => T): T;
  /** Short waits are waited for; long ones unwind and come back. */
  sleepUntil(key: string, wait: Wait): Promise<void>;
  /** Unwinds until somebody has answered. */
  waitSignal<T>(key: string, parse: (answer: unknown) => T, question: string): Promise<T>;
  /** The same durable run, for a part whose keys start with `key`. */
  child<T>(key: string, run: (durable: Durable) => Promise<T>): Promise<T>;
}

/** Keeps a try that ended without an answer, before its function has: what follows may end the process. */
export type Keep = (value: unknown, refusal: Failure) => void;

export interface Measured<T> {
  readonly value: T;
  readonly usd: number | null;
  /** Why this is kept and yet no finished step: a try that got no answer. Null for what was asked for. */
  readonly refusal: Failure | null;
}

export interface Wait {
  readonly untilAt: number;
  readonly reason: string;
  readonly cause: Extract<ParkedAttempt, { for: 'time' }>['cause'];
}

/** Goes through workflow code, which never catches it, so that everything borrowed is returned. */
export class Unwinding extends Error {
  readonly end: ParkedAttempt | { readonly kind: 'stopped' };

  constructor(end: Unwinding['end']) {
    super(end.kind === 'stopped' ? 'the batch is stopping' : end.reason);
    this.name = 'Unwinding';
    this.end = end;
  }
}
