import type { Dimension, Observation, TokenCounts } from '../../model/exchange.ts';

export type Amounts = Readonly<Record<Dimension, number>>;

/** What a call is expected to take of each limit. */
export function expectedAmounts({ input, output }: TokenCounts): Amounts {
  return { requests: 1, tokens: input + output, 'input-tokens': input, 'output-tokens': output };
}

/**
 * What it took. Where nobody says, it is what was expected, unless the provider refused the call: then no tokens were
 * used. A refused request still counts as one: some providers count it.
 */
export function usedAmounts(expected: TokenCounts, observation: Observation): Amounts {
  const { usage } = observation;
  if (usage !== null) {
    return expectedAmounts({ input: usage.inputTokens + usage.cacheWriteTokens, output: usage.outputTokens });
  }
  return mayHaveRun(observation) ? expectedAmounts(expected) : expectedAmounts({ input: 0, output: 0 });
}

/** An answer, or a silence behind which there may have been one. What costs nothing was refused, also by a reply of 200. */
export function mayHaveRun({ trouble, usd }: Observation): boolean {
  return trouble === null || (usd !== 0 && (trouble.status === null || trouble.status < 400));
}

/** What is left of the one without the other. */
export function subtractAmounts(one: Amounts, other: Amounts): Amounts {
  return {
    requests: one.requests - other.requests,
    tokens: one.tokens - other.tokens,
    'input-tokens': one['input-tokens'] - other['input-tokens'],
    'output-tokens': one['output-tokens'] - other['output-tokens'],
  };
}
