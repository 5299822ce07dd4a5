import type { PublishedFile } from './event.ts';
import type { Failure } from './failure.ts';

/** How a task ended, or where it waits. */
export type Fate =
  | { readonly kind: 'done'; readonly files: readonly PublishedFile[] }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The reviewer's no stood to the end. */
  | { readonly kind: 'rejected'; readonly reason: string }
  | Parking
  | { readonly kind: 'cancelled' };

/** A task that waits without holding a worker. */
export type Parking =
  | { readonly kind: 'parked'; readonly for: 'person'; readonly reason: string; readonly untilAt: null }
  | { readonly kind: 'parked'; readonly for: 'time'; readonly reason: string; readonly untilAt: number };
