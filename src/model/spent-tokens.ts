import type { Exchange } from './exchange.ts';

/** What was sent and what came back, as far as it was measured. */
export interface SpentTokens {
  /** All that was sent, the part that caches knew included. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** How many calls: answered, or perhaps paid for. */
  readonly calls: number;
  /** Nothing of it is missing. */
  readonly isWhole: boolean;
  /** An exchange has ended since the last step did. */
  readonly isAsked: boolean;
}

export const noTokens: SpentTokens = { input: 0, cached: 0, output: 0, calls: 0, isWhole: true, isAsked: false };

export function addTokens(a: SpentTokens, b: SpentTokens): SpentTokens {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    output: a.output + b.output,
    calls: a.calls + b.calls,
    isWhole: a.isWhole && b.isWhole,
    isAsked: a.isAsked || b.isAsked,
  };
}

/** What was refused, and what is asked for nothing, takes none. */
export function tokensOf({ usage, usd }: Pick<Exchange, 'usage' | 'usd'>): SpentTokens {
  if (!usage) return { ...noTokens, calls: usd === 0 ? 0 : 1, isWhole: usd === 0, isAsked: usd !== 0 };
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const input = inputTokens + cacheReadTokens + cacheWriteTokens;
  return { input, cached: cacheReadTokens, output: outputTokens, calls: 1, isWhole: true, isAsked: true };
}

/** A step has ended. One that may have cost something without an exchange asked somebody whom nobody measures. */
export function endStep(tokens: SpentTokens, usd: number | null): SpentTokens {
  const isUnseen = !tokens.isAsked && usd !== 0;
  const calls = tokens.calls + (isUnseen ? 1 : 0);
  return { ...tokens, calls, isWhole: tokens.isWhole && !isUnseen, isAsked: false };
}
