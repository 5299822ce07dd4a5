import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calcPrice, findProvider } from '@pydantic/genai-prices';
import fc from 'fast-check';
import type { WireProvider } from '../../src/model/credential.ts';
import { openPrices } from '../../src/prices/price-list.ts';

const now = Date.UTC(2026, 10, 16, 12);
const prices = await openPrices({}, () => now);
const million = { inputTokens: 1_000_000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
const small = { inputTokens: 1000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 100 };

const sellers: readonly WireProvider[] = ['anthropic', 'openai', 'google'];
const models = sellers.flatMap((seller) =>
  (findProvider({ providerId: seller })?.models ?? []).map(({ id }) => ({ seller, id })),
);
const known = models.filter(({ seller, id }) => prices.usdOf(seller, id, small) !== null);

test('what the catalogue says for all kinds of tokens is what is charged', () => {
  assert.ok(known.length > 100, `${known.length} of ${models.length} models have a price`);
  const count = fc.nat(400_000);
  const usages = fc.record({
    inputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    outputTokens: count,
  });
  fc.assert(
    fc.property(fc.constantFrom(...known), usages, ({ seller, id }, usage) => {
      const whole = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
      const theirs = calcPrice(
        {
          input_tokens: whole,
          cache_read_tokens: usage.cacheReadTokens,
          cache_write_tokens: usage.cacheWriteTokens,
          output_tokens: usage.outputTokens,
        },
        id,
        { providerId: seller, timestamp: new Date(now) },
      );
      const ours = prices.usdOf(seller, id, usage) ?? Number.NaN;
      assert.ok(Math.abs(ours - (theirs?.total_price ?? 0)) < 1e-9, `${id}: ${ours} and ${theirs?.total_price}`);
    }),
    { numRuns: 500, seed: 9 },
  );
});

test('reading from a cache is cheaper, writing to one is dearer, and a model without such prices charges input', () => {
  const cached = { inputTokens: 0, cacheReadTokens: 100_000, cacheWriteTokens: 0, outputTokens: 0 };
  const written = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 100_000, outputTokens: 0 };
  const plain = { inputTokens: 100_000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  const ask = (model: string, usage: typeof plain) => prices.usdOf('anthropic', model, usage) ?? Number.NaN;
  assert.ok(ask('claude-sonnet-4-5', cached) < ask('claude-sonnet-4-5', plain));
  assert.ok(ask('claude-sonnet-4-5', written) > ask('claude-sonnet-4-5', plain));
  assert.equal(prices.usdOf('openai', 'gpt-5-pro', cached), prices.usdOf('openai', 'gpt-5-pro', plain));
});

test('what is kept for an hour costs more than what is kept for minutes, and with a price of the user the same', async () => {
  const written = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 1_000_000, outputTokens: 0 };
  const ask = (hourCacheWriteTokens: number) =>
    prices.usdOf('anthropic', 'claude-haiku-4-5', { ...written, hourCacheWriteTokens }) ?? Number.NaN;
  assert.deepEqual([0, 400_000, 1_000_000].map(ask), [1.25, 1.55, 2]);
  const own = await openPrices({ 'anthropic:x': { inputPerMillion: 1, outputPerMillion: 5, cacheWritePerMillion: 3 } });
  assert.equal(own.usdOf('anthropic', 'x', { ...written, hourCacheWriteTokens: 1_000_000 }), 3);
});

test('a model is priced by its dated name and its alias, too', () => {
  const ask = (provider: WireProvider, model: string) => prices.usdOf(provider, model, small);
  assert.notEqual(ask('anthropic', 'claude-sonnet-4-5'), null);
  assert.equal(ask('anthropic', 'claude-sonnet-4-5-20250929'), ask('anthropic', 'claude-sonnet-4-5'));
  assert.equal(ask('openai', 'gpt-5-2025-08-07'), ask('openai', 'gpt-5'));
  assert.equal(ask('google', 'models/gemini-2.5-pro'), ask('google', 'gemini-2.5-pro'));
  assert.notEqual(ask('anthropic', 'claude-3-5-sonnet-latest'), null);
});

test('a model that is not in the catalogue has no price: never that of one whose name begins like it', () => {
  const unknown: [WireProvider, string][] = [
    ['anthropic', 'claude-sonnet-4-55'],
    ['anthropic', 'claude-sonnet-5-5'],
    ['anthropic', 'claude-haiku-4-5-turbo'],
    ['openai', 'gpt-5-nano-turbo'],
    ['openai', 'gpt-99'],
    ['openai', 'omni-moderation-latest'],
    ['google', 'gemini-2.5-pro-ultra'],
    ['google', 'gemini-1.5-flash-8b'],
    ['google', 'gemma-3-27b-it'],
    ['google', 'gemini-2.5-flash-image'],
    ['openai-compatible', 'gpt-5'],
    ['openai', 'claude-sonnet-4-5'],
    ['openai', ''],
    ['openai', '__proto__'],
  ];
  for (const [provider, model] of unknown) {
    assert.equal(prices.usdOf(provider, model, small), null, `${provider}:${model}`);
    assert.equal(prices.estimateUsd(provider, model, { input: 1, output: 1 }), null);
  }
});

test('a long prompt costs more where the provider says so', () => {
  const per = (inputTokens: number) =>
    (prices.usdOf('google', 'gemini-2.5-pro', { ...million, inputTokens }) ?? Number.NaN) / inputTokens;
  assert.ok(per(200_001) > per(200_000));
});

test('a price that changes on a date changes on that date', async () => {
  let at = Date.UTC(2025, 5, 1);
  const moving = await openPrices({}, () => at);
  const before = moving.usdOf('openai', 'o3', million);
  at = Date.UTC(2025, 5, 11);
  const after = moving.usdOf('openai', 'o3', million);
  assert.ok(before !== null && after !== null && after < before);
});

test("the user's own prices win, and make unknown models known", async () => {
  const own = await openPrices({
    'openai-compatible:local': { inputPerMillion: 1, outputPerMillion: 2 },
    'openai:gpt-5': { inputPerMillion: 10, outputPerMillion: 20, cacheReadPerMillion: 1, cacheWritePerMillion: 15 },
    'anthropic:free': { inputPerMillion: 0, outputPerMillion: 0 },
  });
  const all = {
    inputTokens: 1_000_000,
    cacheReadTokens: 1_000_000,
    cacheWriteTokens: 1_000_000,
    outputTokens: 1_000_000,
  };
  assert.equal(own.usdOf('openai-compatible', 'local', all), 5);
  assert.equal(own.usdOf('openai', 'gpt-5', all), 46);
  assert.equal(own.usdOf('anthropic', 'free', all), 0);
  assert.equal(own.usdOf('openai', 'local', all), null);
  assert.equal(own.estimateUsd('openai', 'gpt-5', { input: 500_000, output: 100_000 }), 7);
});

test('an estimate is the price of tokens that no cache knows', () => {
  assert.equal(
    prices.estimateUsd('openai', 'gpt-5', { input: 1000, output: 100 }),
    prices.usdOf('openai', 'gpt-5', small),
  );
});

test('counts that cannot be have no price', () => {
  for (const outputTokens of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(prices.usdOf('openai', 'gpt-5', { ...small, outputTokens }), null);
  }
});
