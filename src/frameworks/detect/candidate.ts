import type { Framework } from '../framework.ts';

export interface Candidate {
  readonly framework: Framework;
  /** How much speaks for it; never 0. */
  readonly weight: number;
}
