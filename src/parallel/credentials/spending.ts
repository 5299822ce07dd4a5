import type { Spending } from './pool-state.ts';

interface Amount {
  readonly usd: number;
  readonly tokens: number;
}

/** A day with what a call took, and what it may have taken besides. Both count; they are told apart when they are shown. */
export function addSpending(today: Spending, measured: Amount, guess: Amount): Spending {
  return {
    ...today,
    usd: today.usd + measured.usd + guess.usd,
    tokens: today.tokens + measured.tokens + guess.tokens,
    guessedUsd: (today.guessedUsd ?? 0) + guess.usd,
    guessedTokens: (today.guessedTokens ?? 0) + guess.tokens,
  };
}
