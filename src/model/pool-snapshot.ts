import type { WireProvider } from './credential.ts';

/** How the pool of credentials stands at one moment, in names and numbers: it holds no secret. */
export interface PoolSnapshot {
  readonly credentials: readonly CredentialSnapshot[];
  readonly providers: readonly ProviderSnapshot[];
  /** How many calls wait, per role. */
  readonly waiting: Readonly<Record<string, number>>;
}

export interface CredentialSnapshot {
  readonly name: string;
  readonly provider: WireProvider;
  readonly scope: string;
  readonly state: CredentialState;
  /** When the state is expected to end, epoch milliseconds; null if nothing but a call or a person ends it. */
  readonly untilAt: number | null;
  readonly reason: string | null;
  /** The tasks that hold a lease now. */
  readonly inUseBy: readonly string[];
  readonly calls: number;
  /** How many of the calls were answered with 429. */
  readonly rejected: number;
  /** Null if a call could not be measured. */
  readonly usd: number | null;
  readonly tokens: number;
  readonly models: readonly ModelSnapshot[];
}

export type CredentialState =
  | 'ready'
  /** All that may run at once is running. */
  | 'busy'
  /** Held back so that no limit is passed. */
  | 'paced'
  | 'cooling'
  /** Out of money, of a day's quota or of its budget. */
  | 'exhausted'
  /** Refused by the provider, or switched off by a person. */
  | 'disabled';

/** What is known of a scope's limits for one model; null where it is not known. */
export interface ModelSnapshot {
  readonly model: string;
  readonly inFlight: number;
  readonly concurrency: number | null;
  readonly requestsPerMinute: number | null;
}

export interface ProviderSnapshot {
  readonly provider: WireProvider;
  /** The one that is overloaded; null if none is. */
  readonly model: string | null;
  readonly breaker: 'closed' | 'open' | 'half-open';
  readonly untilAt: number | null;
}
