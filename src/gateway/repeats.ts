import type { Trouble, TroubleKind } from '../model/exchange.ts';
import { backoffMs } from '../parallel/retry.ts';

export type NextStep =
  | { readonly kind: 'final' }
  /** How long to wait before a lease is asked for again, besides what the coordinator makes us wait. */
  | { readonly kind: 'again'; readonly waitMs: number };

export interface RepeatRule {
  readonly maxRetries: number;
  /** The scopes of the credentials that can serve the call. */
  readonly scopes: ReadonlySet<string>;
  readonly credentials: number;
  readonly random: () => number;
}

/** About a credential, which is not handed out again: going on with another one is no repeat. */
const ofCredential: ReadonlySet<TroubleKind> = new Set(['auth', 'quota', 'quota-day']);
/** The coordinator knows no rest for these. */
const unpaced: ReadonlySet<TroubleKind> = new Set(['transient', 'overload', 'concurrency']);

/** Whether one call may be asked again, and when. */
export class Repeats {
  readonly #rule: RepeatRule;
  readonly #troubledScopes = new Set<string>();
  #repeats = 0;
  #moves = 0;

  constructor(rule: RepeatRule) {
    this.#rule = rule;
  }

  decide(trouble: Trouble, scope: string, now: number): NextStep {
    if (trouble.kind === 'request') return { kind: 'final' };
    if (ofCredential.has(trouble.kind)) {
      this.#moves += 1;
      return this.#moves > this.#rule.credentials ? { kind: 'final' } : { kind: 'again', waitMs: 0 };
    }
    if (this.#repeats >= this.#rule.maxRetries) return { kind: 'final' };
    this.#repeats += 1;
    return { kind: 'again', waitMs: this.#waitMs(trouble, scope, now) };
  }

  #waitMs({ kind, retryAt }: Trouble, scope: string, now: number): number {
    const isNew = !this.#troubledScopes.has(scope);
    this.#troubledScopes.add(scope);
    if (!unpaced.has(kind)) return 0;
    if (retryAt !== null) return Math.max(0, retryAt - now);
    if (kind === 'concurrency' && isNew) return 0;
    const hasOther = [...this.#rule.scopes].some((other) => !this.#troubledScopes.has(other));
    return hasOther && kind !== 'overload' ? 0 : backoffMs(this.#repeats, this.#rule.random);
  }
}
