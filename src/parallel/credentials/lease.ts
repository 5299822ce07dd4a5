import type { WireProvider } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { TokenCounts, TroubleKind } from '../../model/exchange.ts';

/** The loan of a credential for one exchange: got by `reserve`, ended by `release`. */
export interface Lease {
  readonly id: string;
  /** Higher than that of any lease before: what an older one says of the same thing no longer counts. */
  readonly fence: number;
  /** The name of the credential. */
  readonly credential: string;
  readonly scope: string;
  readonly model: string;
  readonly reservedAt: number;
  /** It lasts longer for as long as its coordinator lives. */
  readonly expiresAt: number;
  readonly waitedMs: number;
}

export interface ReserveRequest {
  readonly role: string;
  readonly provider: WireProvider;
  readonly model: string;
  readonly estimatedTokens: TokenCounts;
  /** Null if the price is not known. */
  readonly estimatedUsd: number | null;
  readonly taskId: string | null;
  /** How long to wait at most: 30 s. */
  readonly deadlineMs?: number;
  /** Scopes in which the same call has just failed, by name: another one is better. None by default. */
  readonly avoids?: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export type NoCredentialCode = 'CREDENTIALS_BUSY' | 'CREDENTIALS_EXHAUSTED' | 'BUDGET_SPENT' | 'PRICE_UNKNOWN';

/** There is no credential for a call: not in time, or not at all. */
export class NoCredentialError extends AgentOsError {
  /** When there may be one, epoch milliseconds; null if nobody knows. */
  readonly earliestAt: number | null;
  /** Waiting does not help. */
  readonly isForGood: boolean;
  /** What stands against it, without who asks and until when. */
  readonly why: string;

  constructor(code: NoCredentialCode, message: string, earliestAt: number | null, why = message) {
    super(code, message);
    this.name = 'NoCredentialError';
    this.earliestAt = earliestAt;
    this.why = why;
    this.isForGood = code !== 'CREDENTIALS_BUSY';
  }
}

/** What happens in the pool, in names and numbers: nothing that a provider said is in it. */
export type CredentialEvent =
  | { readonly kind: 'lease-granted'; readonly lease: Lease; readonly role: string; readonly taskId: string | null }
  | { readonly kind: 'lease-released'; readonly lease: Lease; readonly trouble: TroubleKind | null }
  /** It had expired: what it says no longer counts. */
  | { readonly kind: 'lease-stale'; readonly lease: Lease }
  | {
      readonly kind: 'scope-cooling';
      readonly scope: string;
      readonly model: string;
      readonly untilAt: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'scope-exhausted';
      readonly scope: string;
      /** Null: all of them. */
      readonly model: string | null;
      readonly untilAt: number | null;
      readonly reason: string;
    }
  | { readonly kind: 'credential-disabled'; readonly credential: string; readonly reason: string }
  | {
      readonly kind: 'breaker-opened';
      readonly provider: WireProvider;
      readonly model: string;
      readonly untilAt: number;
    }
  | { readonly kind: 'breaker-closed'; readonly provider: WireProvider; readonly model: string }
  | { readonly kind: 'clock-stepped'; readonly byMs: number }
  /** The state of the pool could not be read or written: nothing is handed out. */
  | { readonly kind: 'store-failed'; readonly message: string };
