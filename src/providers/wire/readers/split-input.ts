import type { Usage } from '../../../model/exchange.ts';

/**
 * Counts as OpenAI and Google give them: what came from a cache, or went into one, is a part of the whole input. Null if
 * there was none: somebody has asked something, so it was not counted.
 */
export function splitInput(whole: number, cacheRead: number, cacheWrite: number, outputTokens: number): Usage | null {
  if (whole === 0) return null;
  const cacheReadTokens = Math.min(cacheRead, whole);
  const cacheWriteTokens = Math.min(cacheWrite, whole - cacheReadTokens);
  const inputTokens = whole - cacheReadTokens - cacheWriteTokens;
  return { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens };
}
