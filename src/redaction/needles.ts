import type { View } from './view.ts';

/**
 * A part of a view that is of a secret: the secret's index, and its characters in the view. Those before `sure` were
 * enough to know it.
 */
export type OnHit = (owner: number, from: number, sure: number, to: number) => void;

/**
 * What is looked for. Contract: whatever `scan` could report once more characters have come, is covered by what
 * `countLive` counts now.
 */
export interface Needles {
  /** What secrets are called. */
  readonly names: readonly string[];
  /** The most characters that one hit depends on. */
  readonly reach: number;
  /** `isFinal`: nothing follows. */
  scan(view: View, isFinal: boolean, onHit: OnHit): void;
  /** How many characters before `end` may be the beginning of a hit. */
  countLive(view: View, end: number): number;
  /** Whether those are so many that a line break does not set them free. */
  isDeep(view: View, end: number): boolean;
  /** The owner of the last `count` characters, if they are enough to be hidden though they are no hit; -1 if not. */
  findOwner(view: View, count: number): number;
}
