import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wireProviders } from '../../../src/model/credential.ts';
import { readAdvice } from '../../../src/providers/wire/advice.ts';
import { now } from './wire-bodies.ts';

test("Anthropic's limits are read, with their resets as times", () => {
  const headers = {
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': '49',
    'anthropic-ratelimit-requests-reset': new Date(now + 1200).toISOString(),
    'anthropic-ratelimit-input-tokens-limit': '30000',
    'anthropic-ratelimit-input-tokens-remaining': '0',
    'anthropic-ratelimit-input-tokens-reset': '2026-11-16T12:00:45Z',
    'x-ratelimit-limit-requests': '7',
  };
  assert.deepEqual(readAdvice('anthropic', headers, now), [
    { dimension: 'requests', limit: 50, remaining: 49, resetMs: 1200 },
    { dimension: 'input-tokens', limit: 30_000, remaining: 0, resetMs: 45_000 },
  ]);
});

test("OpenAI's limits are read, with their resets as durations", () => {
  const headers = {
    'x-ratelimit-limit-requests': '500',
    'x-ratelimit-remaining-requests': '499',
    'x-ratelimit-reset-requests': '120ms',
    'x-ratelimit-limit-tokens': '30000',
    'x-ratelimit-remaining-tokens': '100',
    'x-ratelimit-reset-tokens': '59.8s',
  };
  assert.deepEqual(readAdvice('openai', headers, now), [
    { dimension: 'requests', limit: 500, remaining: 499, resetMs: 120 },
    { dimension: 'tokens', limit: 30_000, remaining: 100, resetMs: 59_800 },
  ]);
});

test('a limit that takes longer than a minute to be full is not one of a minute', () => {
  const headers = {
    'x-ratelimit-limit-requests': '200',
    'x-ratelimit-remaining-requests': '190',
    'x-ratelimit-reset-requests': '6m0s',
  };
  assert.deepEqual(readAdvice('openai', headers, now), [
    { dimension: 'requests', limit: null, remaining: 190, resetMs: 360_000 },
  ]);
});

test("Groq's requests are those of a day, its tokens those of a minute", () => {
  const headers = {
    'x-groq-region': 'us-west-1',
    'x-ratelimit-limit-requests': '14400',
    'x-ratelimit-remaining-requests': '14399',
    'x-ratelimit-reset-requests': '6s',
    'x-ratelimit-limit-tokens': '18000',
    'x-ratelimit-remaining-tokens': '17997',
    'x-ratelimit-reset-tokens': '7.66s',
  };
  assert.deepEqual(readAdvice('openai-compatible', headers, now), [
    { dimension: 'requests', limit: null, remaining: 14_399, resetMs: 6000 },
    { dimension: 'tokens', limit: 18_000, remaining: 17_997, resetMs: 7660 },
  ]);
});

test("OpenRouter's limit has no dimension and ends at a time", () => {
  const at = (ms: number) => ({
    'x-ratelimit-limit': '20',
    'x-ratelimit-remaining': '3',
    'x-ratelimit-reset': String(now + ms),
  });
  const [advice] = readAdvice('openai-compatible', at(30_000), now);
  assert.deepEqual(advice, { dimension: 'requests', limit: 20, remaining: 3, resetMs: 30_000 });
  const [daily] = readAdvice('openai-compatible', at(9_000_000), now);
  assert.deepEqual(daily, { dimension: 'requests', limit: null, remaining: 3, resetMs: 9_000_000 });
});

test('what Azure does not know is no limit', () => {
  for (const nothing of ['-1', '0']) {
    const headers = {
      'x-ratelimit-limit-requests': nothing,
      'x-ratelimit-remaining-requests': nothing,
      'x-ratelimit-limit-tokens': nothing,
      'x-ratelimit-remaining-tokens': '5',
    };
    assert.deepEqual(readAdvice('openai-compatible', headers, now), []);
  }
  assert.deepEqual(
    readAdvice('openai-compatible', { 'x-ratelimit-remaining-requests': '9', 'x-ratelimit-reset-requests': '10' }, now),
    [{ dimension: 'requests', limit: null, remaining: 9, resetMs: 10_000 }],
  );
});

test("resets are read by the provider's own clock, and one that is just past means full", () => {
  const ask = (resetMs: number, dateMs: number) =>
    readAdvice(
      'anthropic',
      {
        date: new Date(now + dateMs).toUTCString(),
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-reset': new Date(now + resetMs).toISOString(),
      },
      now,
    )[0]?.resetMs;
  assert.equal(ask(32_000, 2000), 30_000);
  assert.equal(ask(28_000, -2000), 30_000);
  assert.equal(ask(-2000, 0), 0);
  assert.equal(ask(-3_600_000, 0), null);
});

test('no headers, no advice', () => {
  for (const provider of wireProviders) assert.deepEqual(readAdvice(provider, {}, now), []);
});

test('whatever headers say, advice makes sense', () => {
  const names = ['requests', 'tokens', 'input-tokens'].flatMap((dimension) =>
    ['limit', 'remaining', 'reset'].flatMap((what) => [
      `anthropic-ratelimit-${dimension}-${what}`,
      `x-ratelimit-${what}-${dimension}`,
      `x-ratelimit-${what}`,
    ]),
  );
  const odd = fc.constantFrom(
    '-1',
    'NaN',
    '1e9',
    '1000000000',
    '6m0s',
    '9'.repeat(30),
    '1970-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    '5x',
    '',
  );
  const headers = fc.dictionary(
    fc.constantFrom(...names, 'date'),
    fc.oneof(odd, fc.string(), fc.integer().map(String)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...wireProviders), headers, (provider, told) => {
      for (const { limit, remaining, resetMs } of readAdvice(provider, told, now)) {
        assert.ok(limit !== null || remaining !== null);
        assert.ok(limit === null || (Number.isSafeInteger(limit) && limit > 0));
        assert.ok(remaining === null || (Number.isSafeInteger(remaining) && remaining >= 0));
        assert.ok(limit === null || remaining === null || remaining <= limit);
        assert.ok(resetMs === null || (resetMs >= 0 && resetMs <= 31 * 86_400_000));
      }
    }),
    { numRuns: 3000, seed: 5 },
  );
});
