import type { LimitAdvice, TokenCounts } from '../model/exchange.ts';
import { PromptCaches } from './cache/prompt-caches.ts';
import { pickFault, refusalOf } from './faults.ts';
import { LimitCounters, type Refusal } from './limits.ts';
import { makeRandom, makeServiceTimes, seedFor } from './random.ts';
import type { Fault, ScopeChange, ScopeLimits, ScopeSetup } from './setup.ts';

export interface ScopeCall {
  readonly keyIndex: number;
  readonly model: string;
  /** Those that a limit counts. */
  readonly inputTokens: number;
}

/** What a scope does with a call. */
export type Verdict =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly fault: Fault | null; readonly inflight: number }
  | { readonly kind: 'admitted'; readonly serviceMs: number; readonly fault: Fault | null; readonly inflight: number };

/**
 * One scope without HTTP and without a clock: every call brings its time, so that a batch of hours is played in no time.
 * Contract: each call that was admitted is ended once.
 */
export class SimulatedScope {
  readonly setup: ScopeSetup;
  readonly caches: PromptCaches;
  readonly #minuteMs: number;
  readonly #random: () => number;
  readonly #nextServiceMs: () => number;
  #counters: LimitCounters;
  #revokedKeys: ReadonlySet<number> = new Set();
  #faults: readonly Fault[];
  #faultsSince: number;
  #callsSince = 0;

  constructor(setup: ScopeSetup, { now, seed, timeScale }: { now: number; seed: number; timeScale: number }) {
    this.setup = setup;
    this.#minuteMs = 60_000 * timeScale;
    this.caches = new PromptCaches(setup.provider, this.#minuteMs);
    this.#random = makeRandom(seedFor(seed, `faults ${setup.id}`));
    this.#nextServiceMs = makeServiceTimes(setup.service ?? [0], makeRandom(seedFor(seed, setup.id)));
    this.#counters = this.#makeCounters(setup.limits ?? {}, 0);
    this.#faults = setup.faults ?? [];
    this.#faultsSince = now;
  }

  begin(now: number, call: ScopeCall): Verdict {
    const inflight = this.#counters.inflight + 1;
    this.#callsSince += 1;
    if (this.isRevoked(call.keyIndex)) return { kind: 'refused', refusal: revoked, fault: null, inflight };
    const moment = { ms: now - this.#faultsSince, call: this.#callsSince, keyIndex: call.keyIndex };
    const fault = pickFault(this.#faults, moment, this.#random);
    const refusal = (fault && refusalOf(fault)) ?? this.#counters.take(now, call.model, call.inputTokens);
    if (refusal !== null) return { kind: 'refused', refusal, fault, inflight };
    return { kind: 'admitted', serviceMs: this.#nextServiceMs(), fault, inflight };
  }

  end(now: number, model: string, tokens: TokenCounts): void {
    this.#counters.end(now, model, tokens);
  }

  /** What its replies tell of its limits. */
  advise(now: number, model: string): LimitAdvice[] {
    return this.setup.hidesLimits === true ? [] : this.#counters.advise(now, model);
  }

  isRevoked(keyIndex: number): boolean {
    return this.#revokedKeys.has(keyIndex);
  }

  set(now: number, { revokedKeys, faults, limits }: ScopeChange): void {
    if (revokedKeys !== undefined) this.#revokedKeys = new Set(revokedKeys);
    if (limits !== undefined) this.#counters = this.#makeCounters(limits, this.#counters.inflight);
    if (faults === undefined) return;
    this.#faults = faults;
    this.#faultsSince = now;
    this.#callsSince = 0;
  }

  #makeCounters(limits: ScopeLimits, inflight: number): LimitCounters {
    const { perModel = false, countsFailed = false, usdPerMillionTokens = 10 } = this.setup;
    const rules = { minuteMs: this.#minuteMs, perModel, countsFailed, usdPerMillionTokens };
    return new LimitCounters(limits, rules, inflight);
  }
}

const revoked: Refusal = { kind: 'auth', dimension: null, limit: null, waitMs: null };
