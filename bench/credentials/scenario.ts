import type { WireProvider } from '../../src/model/credential.ts';
import type { Fault } from '../../src/simulator/setup.ts';

/** A provider's minute lasts six seconds here: what is per minute below is per six seconds of ours. */
export const timeScale = 0.1;
export const minuteMs = 60_000 * timeScale;

/** What one key, or several, lead to. */
export interface BenchScope {
  readonly id: string;
  readonly keys: number;
  /** A bucket that is full at the beginning; null: any rate is fine. */
  readonly requests: { readonly perMinute: number; readonly burst: number } | null;
  readonly concurrency: number | null;
  readonly hidesLimits?: boolean;
  readonly countsFailed?: boolean;
  readonly faults?: readonly Fault[];
  /** After this nothing is to be had of it. */
  readonly endsAtMs?: number;
  /** Null: every role. */
  readonly roles?: readonly string[];
}

export interface Scenario {
  readonly id: string;
  readonly what: string;
  readonly provider: WireProvider;
  readonly scopes: readonly BenchScope[];
  readonly callers: number;
  readonly calls: number;
  readonly meanMs: number;
  readonly seed: number;
  readonly gate: Gate;
  /** Whether the others are measured, too. */
  readonly hasPeers?: boolean;
  readonly roleWeights?: Readonly<Record<string, number>>;
  /** How many coordinators share the callers and the store; one of them is killed at that time. */
  readonly houses?: { readonly count: number; readonly killAtMs: number };
  /** Nobody can start between these: the provider's trouble, and the rest that follows from it. */
  readonly outage?: { readonly fromMs: number; readonly toMs: number };
}

interface Gate {
  /** Of the lower bound. */
  readonly ratio: number;
  /** Limits of each scope that no reply tells. */
  readonly hiddenLimits: number;
  /** What the wait may be longer than usual. */
  readonly extraWaitMs?: number;
  /** Calls that may meet an overloaded provider. */
  readonly overloads?: number;
}

export function roleOf({ roleWeights }: Scenario, caller: number): string {
  const roles = Object.keys(roleWeights ?? { drafter: 1 });
  return roles[caller % roles.length] ?? 'drafter';
}
