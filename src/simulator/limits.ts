import type { Dimension, LimitAdvice, TokenCounts, TroubleKind } from '../model/exchange.ts';
import { FixedWindow, type Meter, makeMeter } from './meter.ts';
import { Ramp } from './ramp.ts';
import type { ScopeLimits } from './setup.ts';

/** Why a call is not answered, before it is put in a provider's words. */
export interface Refusal {
  readonly kind: TroubleKind;
  readonly dimension: Dimension | null;
  /** Of the limit that was hit. */
  readonly limit: number | null;
  /** Null: waiting does not help, or nobody says. */
  readonly waitMs: number | null;
}

export interface CountingRules {
  /** How long a minute of limits lasts. */
  readonly minuteMs: number;
  readonly perModel: boolean;
  readonly countsFailed: boolean;
  readonly usdPerMillionTokens: number;
}

type RateMeters = ReadonlyMap<Dimension, Meter>;

const realMinuteMs = 60_000;
const minutesOfDay = 24 * 60;

/** All that one scope counts. It knows no clock: the same calls at the same times have the same fate. */
export class LimitCounters {
  readonly #limits: ScopeLimits;
  readonly #rules: CountingRules;
  readonly #rates = new Map<string, RateMeters>();
  readonly #days = new Map<string, Meter>();
  readonly #ramp: Ramp | null;
  #inflight: number;
  #usd = 0;

  /** `inflight`: how many run already. */
  constructor(limits: ScopeLimits, rules: CountingRules, inflight: number) {
    this.#limits = limits;
    this.#rules = rules;
    this.#inflight = inflight;
    this.#ramp = limits.ramp === undefined ? null : new Ramp(limits.ramp, rules.minuteMs);
  }

  get inflight(): number {
    return this.#inflight;
  }

  /** Null: it may start, and everything but its output is counted. */
  take(now: number, model: string, inputTokens: number): Refusal | null {
    const refusal = this.#findRefusal(now, model, inputTokens);
    const rates = this.#ratesOf(model);
    if (refusal !== null) {
      if (this.#rules.countsFailed) rates.get('requests')?.take(now, 1);
      return refusal;
    }
    for (const [dimension, meter] of rates) meter.take(now, amountOf(dimension, inputTokens));
    this.#dayOf(model)?.take(now, 1);
    this.#ramp?.take(now);
    this.#inflight += 1;
    return null;
  }

  /** Ends a call that was taken, and counts what it said. */
  end(now: number, model: string, tokens: TokenCounts): void {
    this.#inflight -= 1;
    for (const [dimension, meter] of this.#ratesOf(model))
      if (dimension === 'tokens' || dimension === 'output-tokens') meter.take(now, tokens.output);
    this.#usd += ((tokens.input + tokens.output) * this.#rules.usdPerMillionTokens) / 1e6;
  }

  /** What may be advertised: rates, per real minute. */
  advise(now: number, model: string): LimitAdvice[] {
    return [...this.#ratesOf(model)].map(([dimension, meter]) => {
      const { limit, remaining, resetMs } = meter.read(now);
      return { dimension, limit: this.#perRealMinute(limit), remaining, resetMs };
    });
  }

  #findRefusal(now: number, model: string, inputTokens: number): Refusal | null {
    const { spendUsd, perDay, concurrency } = this.#limits;
    if (spendUsd !== undefined && this.#usd >= spendUsd) return refuse('quota', null, spendUsd, null);
    const dayWaitMs = this.#dayOf(model)?.waitMs(now, 1) ?? 0;
    if (dayWaitMs > 0) return refuse('quota-day', 'requests', perDay ?? null, dayWaitMs);
    const rampWaitMs = this.#ramp?.waitMs(now) ?? 0;
    if (rampWaitMs > 0) return refuse('accel', null, null, rampWaitMs);
    if (concurrency !== undefined && this.#inflight >= concurrency)
      return refuse('concurrency', null, concurrency, null);
    return this.#findRate(now, model, inputTokens);
  }

  /** Of several limits that are hit, the one that takes longest. */
  #findRate(now: number, model: string, inputTokens: number): Refusal | null {
    const hits = [...this.#ratesOf(model)]
      .map(([dimension, meter]) => ({ dimension, meter, waitMs: meter.waitMs(now, roomFor(dimension, inputTokens)) }))
      .filter(({ waitMs }) => waitMs > 0)
      .sort((a, b) => b.waitMs - a.waitMs);
    const [longest] = hits;
    if (longest === undefined) return null;
    return refuse('rate', longest.dimension, this.#perRealMinute(longest.meter.read(now).limit), longest.waitMs);
  }

  #perRealMinute(limit: number): number {
    return Math.round((limit * realMinuteMs) / this.#rules.minuteMs);
  }

  #ratesOf(model: string): RateMeters {
    const { requests, tokens, inputTokens, outputTokens } = this.#limits;
    return findOrMake(this.#rates, this.#nameOf(model), () => {
      const { minuteMs } = this.#rules;
      const meters = new Map<Dimension, Meter>();
      if (requests !== undefined) meters.set('requests', makeMeter(requests, minuteMs));
      if (tokens !== undefined) meters.set('tokens', makeMeter(tokens, minuteMs));
      if (inputTokens !== undefined) meters.set('input-tokens', makeMeter(inputTokens, minuteMs));
      if (outputTokens !== undefined) meters.set('output-tokens', makeMeter(outputTokens, minuteMs));
      return meters;
    });
  }

  #dayOf(model: string): Meter | null {
    const { perDay } = this.#limits;
    if (perDay === undefined) return null;
    const dayMs = minutesOfDay * this.#rules.minuteMs;
    return findOrMake(this.#days, this.#nameOf(model), () => new FixedWindow(perDay, dayMs, 0));
  }

  #nameOf(model: string): string {
    return this.#rules.perModel ? model : '';
  }
}

/** Output is counted when it is there. */
function amountOf(dimension: Dimension, inputTokens: number): number {
  if (dimension === 'requests') return 1;
  return dimension === 'output-tokens' ? 0 : inputTokens;
}

/** Also where nothing is taken yet, there must be room for a beginning. */
function roomFor(dimension: Dimension, inputTokens: number): number {
  return Math.max(1, amountOf(dimension, inputTokens));
}

function refuse(kind: TroubleKind, dimension: Dimension | null, limit: number | null, waitMs: number | null): Refusal {
  return { kind, dimension, limit, waitMs };
}

function findOrMake<T>(things: Map<string, T>, name: string, make: () => T): T {
  const found = things.get(name);
  if (found !== undefined) return found;
  const made = make();
  things.set(name, made);
  return made;
}
