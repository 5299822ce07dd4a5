import type { Observation } from '../../model/exchange.ts';
import type { CredentialFacts, Wish } from './pool-state.ts';

/** All that can happen to the pool. */
export type PoolEvent =
  /** A coordinator starts with these credentials; whatever was refused for good may be tried once more. */
  | { readonly kind: 'joined'; readonly credentials: readonly CredentialFacts[] }
  | { readonly kind: 'owner-seen'; readonly owner: string; readonly expiresAt: number }
  /** It ended, or was not heard of for too long: nobody knows whether its calls have run. */
  | { readonly kind: 'owner-gone'; readonly owner: string }
  /** No other coordinator is alive: what the others have left is lost. */
  | { readonly kind: 'others-gone'; readonly owner: string }
  /** Nobody has it: it was written when something failed, and never handed out. */
  | { readonly kind: 'lease-lost'; readonly lease: string }
  | {
      readonly kind: 'ticket-made';
      readonly id: string;
      readonly owner: string;
      readonly wish: Wish;
      readonly lastScope: string | null;
      /** The place in line that it had before; the last one if there is none. */
      readonly place?: number;
    }
  | { readonly kind: 'ticket-dropped'; readonly id: string }
  /** The ticket becomes a lease with the next fence. */
  | {
      readonly kind: 'granted';
      readonly ticket: string;
      readonly lease: string;
      readonly credential: CredentialFacts;
      readonly weight: number;
    }
  | {
      readonly kind: 'released';
      readonly lease: string;
      readonly fence: number;
      readonly observation: Observation;
      /** From 0 to below 1. */
      readonly jitter: number;
    }
  /** The provider has begun to answer it. */
  | { readonly kind: 'let-in'; readonly lease: string }
  | { readonly kind: 'disabled'; readonly credential: string; readonly reason: string }
  | { readonly kind: 'enabled'; readonly credential: CredentialFacts }
  /** The provider takes the key, whatever it said before. */
  | { readonly kind: 'key-accepted'; readonly credential: string }
  /** The clock was set: what was to last so much longer still does. */
  | { readonly kind: 'clock-stepped'; readonly byMs: number };
