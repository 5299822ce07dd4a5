import type { Trouble, TroubleKind } from '../model/exchange.ts';
import { backoffMs } from '../parallel/retry.ts';

export type NextStep =
  | { readonly kind: 'final' }
  /** It may not be asked again by this request, although it would be worth it. */
  | { readonly kind: 'used-up' }
  /** How long to wait before a lease is asked for again, besides what the coordinator makes us wait. */
  | { readonly kind: 'again'; readonly waitMs: number };

export interface RepeatRule {
  readonly maxRetries: number;
  /** How many of them the caller has had before. */
  readonly repeatsUsed: number;
  /** The scopes of the credentials that can serve the call. */
  readonly scopes: ReadonlySet<string>;
  readonly credentials: number;
  /** It asks the model for an answer, and not for what there is around one. */
  readonly isBilled: boolean;
  readonly random: () => number;
}

/** Neither another time nor another credential helps; or nobody is there to be helped. */
const hopeless: ReadonlySet<TroubleKind> = new Set(['request', 'abandoned']);
/** About a credential, which is not handed out again: going on with another one is no repeat. */
const ofCredential: ReadonlySet<TroubleKind> = new Set(['auth', 'quota', 'quota-day']);
/** The coordinator knows no rest for these. */
const unpaced: ReadonlySet<TroubleKind> = new Set(['transient', 'overload', 'concurrency']);
/** A long rest is the breaker's to give, to all alike: whoever met the overload first must not wait longest. */
const longestOverloadRestMs = 1_000;

/** A key may have no access to what another one has. */
export function lacksModel({ kind, isModelOnly }: Trouble): boolean {
  return kind === 'request' && isModelOnly;
}

/** Whether one call may be asked again, and when. */
export class Repeats {
  readonly #rule: RepeatRule;
  readonly #troubledScopes = new Set<string>();
  readonly #silentScopes = new Set<string>();
  #repeats: number;
  #moves = 0;

  constructor(rule: RepeatRule) {
    this.#rule = rule;
    this.#repeats = rule.repeatsUsed;
  }

  /** Of this request alone. */
  get count(): number {
    return this.#repeats - this.#rule.repeatsUsed;
  }

  /** Where it got no answer, for no reason that the coordinator would know of. */
  get silentScopes(): ReadonlySet<string> {
    return this.#silentScopes;
  }

  decide(trouble: Trouble, scope: string, now: number): NextStep {
    if (lacksModel(trouble)) {
      this.#moves += 1;
      return this.#rule.isBilled && this.#moves < this.#rule.credentials
        ? { kind: 'again', waitMs: 0 }
        : { kind: 'final' };
    }
    if (hopeless.has(trouble.kind)) return { kind: 'final' };
    if (ofCredential.has(trouble.kind)) {
      this.#moves += 1;
      return this.#moves > this.#rule.credentials ? { kind: 'final' } : { kind: 'again', waitMs: 0 };
    }
    if (this.#repeats >= this.#rule.maxRetries) return { kind: 'used-up' };
    this.#repeats += 1;
    return { kind: 'again', waitMs: this.#waitMs(trouble, scope, now) };
  }

  #waitMs({ kind, retryAt }: Trouble, scope: string, now: number): number {
    const isNew = !this.#troubledScopes.has(scope);
    this.#troubledScopes.add(scope);
    if (kind === 'transient') this.#silentScopes.add(scope);
    if (!unpaced.has(kind)) return 0;
    if (retryAt !== null) return Math.max(0, retryAt - now);
    if (kind === 'concurrency' && isNew) return 0;
    if (kind === 'overload') return Math.round(this.#rule.random() * longestOverloadRestMs);
    // Who comes again to the same scope has not got another one, whether there is one or not.
    const hasOther = isNew && [...this.#rule.scopes].some((other) => !this.#troubledScopes.has(other));
    return hasOther ? 0 : backoffMs(this.#repeats, this.#rule.random);
  }
}
