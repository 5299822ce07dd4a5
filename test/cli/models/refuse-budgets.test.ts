import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BudgetFacts, refuseHopelessBudgets } from '../../../src/cli/models/refuse-budgets.ts';
import { findLeastCall } from '../../../src/cli/models/reserved-call.ts';
import type { Credential } from '../../../src/model/credential.ts';
import type { PriceList } from '../../../src/prices/price-list.ts';
import { makeCredential } from '../../gateway/test-house.ts';

/** A hundred-thousandth of a dollar for a token, and no price for `secret-sauce`. */
const prices: PriceList = {
  estimateUsd: (_provider, model, { input, output }) => (model === 'secret-sauce' ? null : (input + output) / 1e5),
  usdOf: (_provider, model, usage) =>
    model === 'secret-sauce' ? null : (usage.inputTokens + usage.cacheWriteTokens + usage.outputTokens) / 1e5,
};

const none = { budgetUsd: null, taskBudgetUsd: null };
const roles = [
  { role: 'drafter', spec: 'anthropic:big' },
  { role: 'reviewer', spec: 'offline:' },
];

function credential(name: string, budget: Partial<Credential['budget']> = {}): Credential {
  return makeCredential(name, 'https://one.example', { budget: { usdPerDay: null, tokensPerDay: null, ...budget } });
}

function refusal(facts: Partial<BudgetFacts>): { code: string; message: string } | null {
  try {
    refuseHopelessBudgets({ prices, credentials: [credential('a')], settings: none, roles, ...facts });
    return null;
  } catch (error) {
    return error as { code: string; message: string };
  }
}

test('a budget that cannot pay what is held for one call is refused, with the amount, the reason and one that works', () => {
  for (const [key, flag] of [
    ['budgetUsd', '--budget'],
    ['taskBudgetUsd', '--task-budget'],
  ] as const) {
    const told = refusal({ settings: { ...none, [key]: 0.4 } });
    assert.equal(told?.code, 'BUDGET_TOO_SMALL');
    assert.match(
      told?.message ?? '',
      new RegExp(`^${flag} 0.4 cannot pay one call of the drafter anthropic:big: \\$0\\.44`),
    );
    assert.match(told?.message ?? '', /until its real cost is known.*32,000 tokens of answer.*give --.* 0\.9 or more$/);
    assert.equal(refusal({ settings: { ...none, [key]: 0.9 } }), null);
    assert.equal(refusal({ settings: { ...none, [key]: 0.44 } }), null, 'one call is enough to begin with');
  }
});

test('what asks no model needs no budget, and an agent says itself what it may use', () => {
  const settings = { budgetUsd: 0.01, taskBudgetUsd: 0.01 };
  assert.equal(refusal({ settings, roles: [{ role: 'drafter', spec: 'offline:' }] }), null);
  assert.equal(refusal({ settings, roles: [{ role: 'drafter', spec: 'claude-cli:big' }] }), null);
});

test('a model without a price is refused under a budget, of the batch or of every credential that could serve it', () => {
  const unpriced = [{ role: 'drafter', spec: 'anthropic:secret-sauce' }];
  assert.equal(refusal({ roles: unpriced }), null);
  assert.equal(refusal({ roles: unpriced, settings: { ...none, budgetUsd: 9 } })?.code, 'PRICE_UNKNOWN');
  const bound = credential('a', { usdPerDay: 9 });
  const told = refusal({ roles: unpriced, credentials: [bound] });
  assert.equal(told?.code, 'PRICE_UNKNOWN');
  assert.match(told?.message ?? '', /^credential a has a budget, and drafter anthropic:secret-sauce no known price: /);
  assert.equal(refusal({ roles: unpriced, credentials: [bound, credential('b')] }), null, 'another one has none');
});

test('a day of a credential into which no call fits is refused before the start', () => {
  const dollars = refusal({ credentials: [credential('a', { usdPerDay: 0.1 })] });
  assert.match(
    dollars?.message ?? '',
    /^credential a has 0\.1 "usdPerDay", which cannot pay one call .* give it 0\.9 or more$/,
  );
  const tokens = refusal({ credentials: [credential('a', { tokensPerDay: 30_000 })] });
  assert.match(
    tokens?.message ?? '',
    /^credential a has 30000 "tokensPerDay", and one call .* may take 35,000 and more/,
  );
  assert.equal(refusal({ credentials: [credential('a', { tokensPerDay: 35_000, usdPerDay: 0.44 })] }), null);
});

test('the least that a credential can be used for is the shortest call of its roles, at its cheapest model', () => {
  const reviews = { ...credential('a'), roles: ['reviewer'] };
  const drafts = { ...credential('a'), roles: ['drafter'] };
  const [least, more] = [findLeastCall(prices, reviews, ['m']), findLeastCall(prices, drafts, ['m'])];
  assert.ok((least.tokens ?? 0) > 0 && (least.tokens ?? 0) < (more.tokens ?? 0));
  assert.ok((least.usd ?? 0) > 0 && (least.usd ?? 0) < (more.usd ?? 0));
  assert.deepEqual(findLeastCall(null, { ...credential('a'), roles: ['agent'] }, ['m']), { tokens: null, usd: null });
  assert.equal(findLeastCall(null, reviews, ['m']).usd, null, 'nobody was asked for prices');
});
