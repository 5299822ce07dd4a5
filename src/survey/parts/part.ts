import type { Study } from '../study.ts';

/** A part of a survey. Contract: what `write` gives is no longer than it was allowed, and may be empty. */
export interface Part {
  /** Of the whole; what one part leaves, the next one may use. */
  readonly share: number;
  write(study: Study, maxCharacters: number): string;
}
