import type { WireProvider } from './credential.ts';

/** One HTTP exchange with a provider, as what it means: the words between wire, gateway and credentials. */

/** What a provider counts per minute. */
export type Dimension = 'requests' | 'tokens' | 'input-tokens' | 'output-tokens';

/** What the headers of a reply say of one limit; null where they say nothing that makes sense. */
export interface LimitAdvice {
  readonly dimension: Dimension;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Until the limit is *fully* replenished, which is never a cooldown. */
  readonly resetMs: number | null;
}

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** What was used, as the provider says. `inputTokens` are those that were read from no cache. */
export interface Usage {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Those of them that are kept for an hour, which is dearer; not there if there are none. */
  readonly hourCacheWriteTokens?: number;
  readonly outputTokens: number;
}

/** Why there is no answer. Each kind has its own reaction. */
export type TroubleKind =
  /** The credential is refused: nothing but a person helps. */
  | 'auth'
  /** Out of money, or the model is not for this account. */
  | 'quota'
  /** A day's quota, or another window of more than ten minutes. */
  | 'quota-day'
  /** Growing too fast. */
  | 'accel'
  /** Too many at once. */
  | 'concurrency'
  | 'rate'
  /** The provider's own trouble: no credential is to blame, no other one helps. */
  | 'overload'
  /** Network, time-outs, and the errors of servers: worth repeating. */
  | 'transient'
  /** The request itself is wrong: never repeated, no credential to blame. */
  | 'request'
  /** A 429 that says nothing else. */
  | 'unknown-429'
  /** We or the caller broke it off before there was a reply: it may have counted, and says nothing of anybody. */
  | 'abandoned';

export interface Trouble {
  readonly kind: TroubleKind;
  /** When it may work again, as the provider says; null if it does not. Epoch milliseconds. */
  readonly retryAt: number | null;
  /** It is about this model alone, not all that the credential or its scope can do. */
  readonly isModelOnly: boolean;
  /** Which limit it was; null if the reply does not say. */
  readonly dimension: Dimension | null;
  /** Of the reply; null if there was none. */
  readonly status: number | null;
  /** One line for people; it may hold what the provider echoes, and is redacted before anybody sees it. */
  readonly message: string;
}

/** How an exchange ended, for whoever counts. */
export interface Observation {
  /** Null: answered. A stream that was cut off by us or by the caller after it had begun is answered, too. */
  readonly trouble: Trouble | null;
  readonly advice: readonly LimitAdvice[];
  /** Null if the provider did not say. */
  readonly usage: Usage | null;
  /** Null if it could not be measured. */
  readonly usd: number | null;
}

/** What is recorded of an exchange: enough to count calls, waits and refusals afterwards, and no word of what was said. */
export interface Exchange {
  readonly role: string;
  readonly provider: WireProvider;
  /** As it was asked for. */
  readonly model: string;
  /** As the provider says; null if it does not. */
  readonly answeredBy: string | null;
  readonly credential: string;
  readonly scope: string;
  readonly lease: string;
  readonly fence: number;
  /** More than it can cost; null if nobody could tell. Counts where `usd` is null. */
  readonly estimatedUsd: number | null;
  /** 0 for the first try of a call. */
  readonly repeat: number;
  /** Of the reply; null if there was none. */
  readonly status: number | null;
  /** Null: answered. */
  readonly trouble: TroubleKind | null;
  readonly retryAt: number | null;
  /** Until the lease was granted. */
  readonly waitedMs: number;
  readonly firstByteMs: number | null;
  readonly ms: number;
  readonly usage: Usage | null;
  /** Null if it may have cost something that nobody measured; 0 if it was refused, or never sent. */
  readonly usd: number | null;
}
