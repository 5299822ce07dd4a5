import type { WireProvider } from '../model/credential.ts';
import type { TokenCounts, Usage } from '../model/exchange.ts';
import { openCatalogue } from './catalogue.ts';
import type { Rates } from './rates.ts';
import { usdAt } from './rates.ts';

/** What a model costs, by the user's own word: US dollars for a million tokens. */
export interface PriceOverride {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** As input if it is not said. */
  readonly cacheReadPerMillion?: number;
  /** As input if it is not said. */
  readonly cacheWritePerMillion?: number;
}

/** Contract: a price that is known, or null; never one that is guessed from another model's. */
export interface PriceList {
  usdOf(provider: WireProvider, model: string, usage: Usage): number | null;
  /** What it may cost at most: nothing of it from a cache. */
  estimateUsd(provider: WireProvider, model: string, tokens: TokenCounts): number | null;
}

/** Overrides go by `provider:model` and win. The catalogue is large: it is loaded here, not at start-up. */
export async function openPrices(
  overrides: Readonly<Record<string, PriceOverride>>,
  now: () => number = Date.now,
): Promise<PriceList> {
  const own = new Map(Object.entries(overrides).map(([name, override]) => [name, toRates(override)]));
  const catalogue = await openCatalogue(now);
  const ratesOf = (provider: WireProvider, model: string): Rates | null =>
    own.get(`${provider}:${model}`) ?? catalogue.ratesOf(provider, model);
  const usdOf: PriceList['usdOf'] = (provider, model, usage) => {
    const rates = ratesOf(provider, model);
    return rates === null ? null : usdAt(rates, usage);
  };
  return {
    usdOf,
    estimateUsd: (provider, model, { input, output }) =>
      usdOf(provider, model, { inputTokens: input, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: output }),
  };
}

function toRates({ inputPerMillion: input, outputPerMillion: output, ...cache }: PriceOverride): Rates {
  const flat = (perMillion: number) => ({ base: perMillion, tiers: [] });
  const cacheWrite = flat(cache.cacheWritePerMillion ?? input);
  return {
    input: flat(input),
    output: flat(output),
    cacheRead: flat(cache.cacheReadPerMillion ?? input),
    cacheWrite,
    hourCacheWrite: cacheWrite,
  };
}
