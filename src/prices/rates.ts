import type { Usage } from '../model/exchange.ts';

/** US dollars for a million tokens. A tier counts for all tokens of a call whose whole input is larger than its start. */
export interface Rate {
  readonly base: number;
  /** The smallest start first. */
  readonly tiers: readonly { readonly start: number; readonly price: number }[];
}

export interface Rates {
  readonly input: Rate;
  readonly output: Rate;
  readonly cacheRead: Rate;
  readonly cacheWrite: Rate;
  /** Of what is kept for an hour. */
  readonly hourCacheWrite: Rate;
}

/** Null for counts that cannot be. */
export function usdAt(rates: Rates, usage: Usage): number | null {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, hourCacheWriteTokens = 0, outputTokens } = usage;
  const counts = [inputTokens, cacheReadTokens, cacheWriteTokens, hourCacheWriteTokens, outputTokens];
  if (!counts.every((count) => Number.isFinite(count) && count >= 0)) return null;
  const whole = inputTokens + cacheReadTokens + cacheWriteTokens;
  const hourTokens = Math.min(hourCacheWriteTokens, cacheWriteTokens);
  const cost = (rate: Rate, tokens: number) => (tokens * priceAt(rate, whole)) / 1_000_000;
  return (
    cost(rates.input, inputTokens) +
    cost(rates.cacheRead, cacheReadTokens) +
    cost(rates.cacheWrite, cacheWriteTokens - hourTokens) +
    cost(rates.hourCacheWrite, hourTokens) +
    cost(rates.output, outputTokens)
  );
}

function priceAt({ base, tiers }: Rate, wholeInput: number): number {
  return tiers.findLast(({ start }) => wholeInput > start)?.price ?? base;
}
