import type { TaskEvent } from '../model/event.ts';

type ExchangeEvent = Extract<TaskEvent, { kind: 'exchange' }>;

/** A sum of which a part may not have been measured. */
export interface Sum {
  readonly measured: number;
  readonly isWhole: boolean;
}

/** What a receipt says of a step, or of all steps. */
export interface Sums {
  /** Answered, or perhaps paid for. */
  readonly calls: number;
  /** Tries that the provider refused; they cost nothing. */
  readonly refusals: number;
  /** All that was sent, the part that caches knew included. */
  readonly inputTokens: Sum;
  readonly cachedTokens: Sum;
  readonly outputTokens: Sum;
  readonly ms: Sum;
  readonly usd: Sum;
}

const none: Sum = { measured: 0, isWhole: true };
export const unmeasured: Sum = { measured: 0, isWhole: false };
export const noSums: Sums = {
  calls: 0,
  refusals: 0,
  inputTokens: none,
  cachedTokens: none,
  outputTokens: none,
  ms: none,
  usd: none,
};

export function sumOf(value: number | null): Sum {
  return value === null ? unmeasured : { measured: value, isWhole: true };
}

function add(a: Sum, b: Sum): Sum {
  return { measured: a.measured + b.measured, isWhole: a.isWhole && b.isWhole };
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    calls: a.calls + b.calls,
    refusals: a.refusals + b.refusals,
    inputTokens: add(a.inputTokens, b.inputTokens),
    cachedTokens: add(a.cachedTokens, b.cachedTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    ms: add(a.ms, b.ms),
    usd: add(a.usd, b.usd),
  };
}

/** One exchange. What was asked for nothing, such as how long a text is, is no call. */
export function sumExchange({ usage, usd, trouble, ms }: ExchangeEvent): Sums {
  const time = { ...noSums, ms: sumOf(ms) };
  if (usd === 0 && trouble !== null) return { ...time, refusals: 1 };
  if (usd === 0 && usage === null) return time;
  return {
    ...time,
    calls: 1,
    inputTokens: sumOf(usage === null ? null : usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens),
    cachedTokens: sumOf(usage?.cacheReadTokens ?? null),
    outputTokens: sumOf(usage?.outputTokens ?? null),
    usd: sumOf(usd),
  };
}

/** A call that was begun, and of whose end nobody knows. */
export const lostCall: Sums = {
  calls: 1,
  refusals: 0,
  inputTokens: unmeasured,
  cachedTokens: unmeasured,
  outputTokens: unmeasured,
  ms: unmeasured,
  usd: unmeasured,
};
