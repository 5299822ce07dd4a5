import type { CodeCommit, PublishedFile } from './event.ts';
import type { Failure, FailureCode } from './failure.ts';

/** How one execution of a task ended. */
export type AttemptEnd =
  | {
      readonly kind: 'done';
      readonly files: readonly PublishedFile[];
      readonly value: unknown;
      /** Of an implementation. */
      readonly code?: CodeCommit;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | RejectedEnd
  | ParkedAttempt
  /** The batch stopped: what was finished is in the checkpoint. */
  | { readonly kind: 'stopped' };

export interface RejectedEnd {
  readonly kind: 'rejected';
  readonly reason: string;
  /** Reviews that were made, in all. */
  readonly rounds: number;
  /** Of designs: the drafts that were judged, by the reviewer or by a person before there was a review. */
  readonly drafts?: number;
}

export type ParkedAttempt =
  /** A person has to answer; the gate names the question. */
  | { readonly kind: 'parked'; readonly for: 'person'; readonly gate: string; readonly reason: string }
  /** It can go on at a time; past its patience it fails with the cause. */
  | {
      readonly kind: 'parked';
      readonly for: 'time';
      readonly untilAt: number;
      readonly reason: string;
      readonly cause: FailureCode;
      /** How long it had waited already, in a worker: that counts, too. */
      readonly heldMs: number;
    };
