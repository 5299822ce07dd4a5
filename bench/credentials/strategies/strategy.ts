import type { Scenario } from '../scenario.ts';
import type { Marks } from '../truth.ts';

/** What a strategy has to work with. */
export interface Ground {
  readonly scenario: Scenario;
  readonly origin: string;
  /** By scope, in the order of the scenario. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly folder: string;
}

export type Answer =
  | { readonly kind: 'answered' }
  /** A failure that the caller sees, and has to deal with. */
  | { readonly kind: 'failed'; readonly status: number }
  /** Not a failure: come again at that time. */
  | { readonly kind: 'parked'; readonly until: number }
  /** The caller's own house is gone, and the caller with it. */
  | { readonly kind: 'gone' };

export interface Door extends AsyncDisposable {
  ask(marks: Marks, signal: AbortSignal): Promise<Answer>;
  /** What happens besides, from the first call on. Resolves with numbers to be told. */
  attend?(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
}

export interface Strategy {
  readonly name: string;
  open(ground: Ground): Promise<Door>;
}
