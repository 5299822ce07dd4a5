import type { Usage } from '../../../model/exchange.ts';

/** Counts as OpenAI and Google give them: what came from a cache, or went into one, is a part of the whole input. */
export function splitInput(whole: number, cacheRead: number, cacheWrite: number, outputTokens: number): Usage {
  const cacheReadTokens = Math.min(cacheRead, whole);
  const cacheWriteTokens = Math.min(cacheWrite, whole - cacheReadTokens);
  const inputTokens = whole - cacheReadTokens - cacheWriteTokens;
  return { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens };
}
