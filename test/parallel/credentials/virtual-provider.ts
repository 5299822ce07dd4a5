import type { LimitAdvice, Observation, Trouble, TroubleKind } from '../../../src/model/exchange.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { Limit } from './virtual-limits.ts';

export interface VirtualScope {
  readonly id: string;
  readonly requests?: Limit;
  readonly tokens?: Limit;
  readonly concurrency?: number;
  readonly perDay?: number;
  /** No reply says anything of limits. */
  readonly isHidden?: boolean;
  /** Rejected calls take of the limit, too. */
  readonly countsFailed?: boolean;
  /** From when on which trouble, in milliseconds since the start. */
  readonly faults?: readonly { readonly kind: TroubleKind; readonly fromMs: number; readonly toMs?: number }[];
}

export interface TruthEntry {
  readonly scope: string;
  readonly atMs: number;
  readonly kind: TroubleKind | 'answered';
}

const oneWayMs = 1;
const statuses: Partial<Record<TroubleKind, number>> = { auth: 401, quota: 429, overload: 529, request: 400 };

/** A provider in virtual time, which alone knows what was really asked of it. */
export class VirtualProvider {
  readonly truth: TruthEntry[] = [];
  readonly peaks = new Map<string, number>();
  readonly #clock: VirtualClock;
  readonly #scopes: ReadonlyMap<string, VirtualScope>;
  readonly #inFlight = new Map<string, number>();
  readonly #days = new Map<string, number>();
  readonly #startAt: number;

  constructor(clock: VirtualClock, scopes: readonly VirtualScope[]) {
    this.#clock = clock;
    this.#startAt = clock.now();
    this.#scopes = new Map(scopes.map((scope) => [scope.id, scope]));
  }

  nowMs(): number {
    return this.#clock.now() - this.#startAt;
  }

  /** Those that were refused for a limit. */
  wasted(): TruthEntry[] {
    const kinds = new Set<string>(['rate', 'concurrency', 'unknown-429', 'accel']);
    return this.truth.filter(({ kind }) => kinds.has(kind));
  }

  async call(scopeId: string, serviceMs: number, tokens: number): Promise<Observation> {
    const scope = this.#scopes.get(scopeId);
    if (scope === undefined) throw new Error(`there is no scope ${scopeId}`);
    await this.#clock.sleep(oneWayMs);
    const trouble = this.#admit(scope, tokens);
    const advice = this.#advise(scope);
    this.truth.push({ scope: scopeId, atMs: this.nowMs(), kind: trouble?.kind ?? 'answered' });
    if (trouble === null) {
      this.#count(scopeId, 1);
      await this.#clock.sleep(serviceMs);
      this.#count(scopeId, -1);
    }
    await this.#clock.sleep(oneWayMs);
    const retryAt = trouble?.retryAt ?? null;
    const usage = { inputTokens: tokens, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
    return {
      trouble: trouble === null ? null : { ...trouble, retryAt: retryAt === null ? null : retryAt + oneWayMs },
      advice,
      usage: trouble === null ? usage : null,
      usd: trouble === null ? 0.001 : null,
    };
  }

  #admit(scope: VirtualScope, tokens: number): Trouble | null {
    const now = this.nowMs();
    const fault = scope.faults?.find(({ fromMs, toMs }) => now >= fromMs && now < (toMs ?? Number.POSITIVE_INFINITY));
    if (fault !== undefined) return makeTrouble(fault.kind, null, statuses[fault.kind] ?? 429);
    if ((this.#inFlight.get(scope.id) ?? 0) >= (scope.concurrency ?? Number.POSITIVE_INFINITY)) {
      return makeTrouble('concurrency', null, 429);
    }
    const isLastOfDay = (this.#days.get(scope.id) ?? 0) >= (scope.perDay ?? Number.POSITIVE_INFINITY);
    if (isLastOfDay) return makeTrouble('quota-day', this.#clock.now() + 86_400_000, 429);
    const short = scope.requests?.take(1, now) ?? this.#takeTokens(scope, tokens, now);
    if (short === null) {
      this.#days.set(scope.id, (this.#days.get(scope.id) ?? 0) + 1);
      return null;
    }
    if (scope.countsFailed === true) scope.requests?.punish(now);
    return makeTrouble('rate', Math.ceil(this.#clock.now() + short.waitMs), 429);
  }

  #takeTokens(scope: VirtualScope, tokens: number, now: number): { waitMs: number } | null {
    return scope.tokens?.take(tokens, now) ?? null;
  }

  #advise(scope: VirtualScope): LimitAdvice[] {
    if (scope.isHidden === true) return [];
    const now = this.nowMs();
    const tell = (dimension: LimitAdvice['dimension'], limit: Limit | undefined): LimitAdvice[] =>
      limit === undefined
        ? []
        : [{ dimension, limit: limit.perMinute, remaining: limit.remaining(now), resetMs: limit.resetMs(now) }];
    return [...tell('requests', scope.requests), ...tell('tokens', scope.tokens)];
  }

  #count(scope: string, change: 1 | -1): void {
    const inFlight = (this.#inFlight.get(scope) ?? 0) + change;
    this.#inFlight.set(scope, inFlight);
    this.peaks.set(scope, Math.max(this.peaks.get(scope) ?? 0, inFlight));
  }
}

function makeTrouble(kind: TroubleKind, retryAt: number | null, status: number): Trouble {
  return { kind, retryAt, isModelOnly: false, dimension: null, status, message: `it is ${kind}` };
}
