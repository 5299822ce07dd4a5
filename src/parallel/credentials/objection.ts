/** Whether a call could start on a credential, and what stands against it. */
export type Readiness =
  | { readonly kind: 'ready' }
  /** Not before a time that is known. */
  | { readonly kind: 'later'; readonly at: number; readonly why: string; readonly cause: LaterCause }
  /** When another call has ended. */
  | { readonly kind: 'occupied'; readonly why: string }
  | { readonly kind: 'never'; readonly code: NeverCode; readonly why: string };

/** A budget stands against this one alone: one that costs less may find room. */
type LaterCause = 'pacing' | 'budget' | 'rest';
type NeverCode = 'CREDENTIALS_EXHAUSTED' | 'BUDGET_SPENT' | 'PRICE_UNKNOWN';

export const ready: Readiness = { kind: 'ready' };

export function gone(why: string, code: NeverCode = 'CREDENTIALS_EXHAUSTED'): Readiness {
  return { kind: 'never', code, why };
}

export function later(at: number, why: string, cause: LaterCause = 'rest'): Readiness {
  return { kind: 'later', at, why, cause };
}
