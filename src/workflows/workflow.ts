import type { RejectedEnd } from '../model/attempt.ts';
import type { CodeCommit } from '../model/event.ts';
import type { PersonsAnswer } from '../model/persons-answer.ts';
import type { TaskReceipt } from '../model/task-receipt.ts';
import type { ProviderReply } from '../providers/provider.ts';
import type { KeptFile } from '../store/command-output.ts';

/** What a step may use. */
export interface StepEnv {
  /** Aborted when the batch stops and its patience is over. */
  readonly signal: AbortSignal;
}

/** A file as it shall be. Paths are relative to the repository. */
export interface FileToPublish {
  readonly path: string;
  /** Or a file of the task's own state, which was redacted when it was written. */
  readonly content: string | Uint8Array | KeptFile;
  /** The hash of the file that it may take the place of; null if there must be none. */
  readonly replaces: string | null;
}

/**
 * What the author of a workflow sees. A finished step never runs twice; its name is for ever. The same name may come
 * several times: occurrences are told apart. No clock, randomness or I/O outside a step. Several of these throw to
 * park or stop the task: workflow code never catches that.
 */
export interface WorkflowContext {
  step<T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T>;
  /** A value that costs nothing: kept together with the next step, and made anew if that never ended. */
  hold<T>(name: string, make: () => T): Promise<T>;
  /** A step that asks a provider; retryable refusals are repeated or parked, others fail the task. */
  call(name: string, ask: (env: CallEnv) => Promise<ProviderReply>): Promise<AnsweredCall>;
  /** Puts files of the lineage in their places, once. */
  publish(name: string, files: readonly FileToPublish[]): Promise<void>;
  sleep(name: string, ms: number): Promise<void>;
  /** Waits for a person, without a worker. */
  approval(name: string, question: string): Promise<PersonsAnswer>;
  /** The time of its first asking, epoch milliseconds. */
  now(): Promise<number>;
  /** What the task has taken so far, as it was when this was first asked; null where nobody counts. */
  receipt(): Promise<TaskReceipt | null>;
  /** One line of the task's output. */
  log(message: string): void;
}

export interface CallEnv extends StepEnv {
  /** How many tries of this call have ended without an answer. */
  readonly triesEnded: number;
  /** How many of the repeats that a call may have were used so far. */
  readonly repeatsUsed: number;
  /** Records this try as ended before it ends: what follows may end the worker. */
  noteTry(reason: string): void;
}

export interface AnsweredCall {
  readonly text: string;
  readonly model: string;
  readonly callId: string;
  /** Which program answered, with its version, as it called itself: `claude-cli/2.1.0`; absent where nobody saw that. */
  readonly program?: string;
  /** Asked in an earlier batch. */
  readonly isEarlier: boolean;
}

/** How workflow code ends when it is not stopped: it throws AgentOsError for trouble that it can explain. */
export type WorkflowEnd =
  | { readonly kind: 'done'; readonly results: readonly FileToPublish[]; readonly code?: CodeCommit }
  | RejectedEnd;
