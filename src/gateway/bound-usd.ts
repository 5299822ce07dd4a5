import type { AskedModel } from '../model/asked-model.ts';
import type { TokenCounts } from '../model/exchange.ts';
import type { PriceList } from '../prices/price-list.ts';

/**
 * More than so many tokens can cost, also if all are written to a cache, which is dearer, the more so if they are kept
 * there for an hour; null if nobody can tell.
 */
export function boundUsd(
  prices: PriceList,
  { provider, model }: AskedModel,
  tokens: TokenCounts,
  isKeptForHour = false,
): number | null {
  const plain = prices.estimateUsd(provider, model, tokens);
  const { input, output } = tokens;
  const written = { cacheWriteTokens: input, hourCacheWriteTokens: isKeptForHour ? input : 0 };
  const usage = { inputTokens: 0, cacheReadTokens: 0, ...written, outputTokens: output };
  return plain === null ? null : Math.max(plain, prices.usdOf(provider, model, usage) ?? plain);
}
