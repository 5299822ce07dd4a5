import type { AnswerRequest, MadeAnswer, TruthEntry } from './setup.ts';
import type { SimulatedScope } from './simulated-scope.ts';

/** What all exchanges share. */
export interface House {
  now(): number;
  /** How far the provider's clock is ahead. */
  readonly clockSkewMs: number;
  /** A minute does not last one: seconds are too coarse. */
  readonly needsMilliseconds: boolean;
  answer(request: AnswerRequest): MadeAnswer | Promise<MadeAnswer>;
  log(entry: TruthEntry): void;
}

/** Whom a key belongs to. */
export interface Holder {
  readonly scope: SimulatedScope;
  readonly keyIndex: number;
}
