import { expectedAmounts } from './amounts.ts';
import { credentialUse } from './counting.ts';
import { gone, later, type Readiness, ready } from './objection.ts';
import type { CredentialFacts, CredentialRow, PoolState, Wish } from './pool-state.ts';

/** What a person lets a credential cost in a day: a call that may pass it waits for the next one. */
export function judgeBudget(
  state: PoolState,
  { today }: CredentialRow,
  { name, budget }: CredentialFacts,
  { usd, tokens }: Wish,
): Readiness {
  const used = credentialUse(state, name);
  const { usdPerDay, tokensPerDay } = budget;
  const shared = { name, endsAt: today.endsAt };
  if (usdPerDay !== null) {
    if (usd === null) return gone(`${name} has a budget, and the price of the model is not known`, 'PRICE_UNKNOWN');
    const account = { ...shared, unit: 'USD', limit: usdPerDay, spent: today.usd, underWay: used.usd };
    const verdict = judgeAccount(account, usd);
    if (verdict !== ready) return verdict;
  }
  if (tokensPerDay === null) return ready;
  const account = { ...shared, unit: 'tokens', limit: tokensPerDay, spent: today.tokens, underWay: used.tokens };
  return judgeAccount(account, expectedAmounts(tokens).tokens);
}

interface Account {
  readonly name: string;
  readonly unit: string;
  readonly limit: number;
  readonly spent: number;
  readonly underWay: number;
  readonly endsAt: number;
}

/** What is under way may turn out cheaper than expected: then there is room again. */
function judgeAccount({ name, unit, limit, spent, underWay, endsAt }: Account, expected: number): Readiness {
  const budget = `budget of ${limit} ${unit}`;
  const price = `the call may cost ${round(expected)} ${unit}`;
  if (expected > limit) return gone(`${price}, more than the whole ${budget} that ${name} has a day`, 'BUDGET_SPENT');
  if (spent + expected + underWay <= limit) return ready;
  const isSpent = spent >= limit;
  const why = isSpent
    ? `${name} has spent its ${budget} for today`
    : `${price}, more than may be left of the ${budget} that ${name} has for today`;
  return spent + expected <= limit ? { kind: 'occupied', why } : later(endsAt, why, 'budget');
}

/** As much as a person wants to read of a price. */
function round(amount: number): number {
  return Number(amount.toPrecision(3));
}
