import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LimitAdvice } from '../../../src/model/exchange.ts';
import { PoolPlay, startAt } from './pool-play.ts';
import { answered, troubled } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

function told(remaining: number | null, change: Partial<LimitAdvice> = {}): { advice: LimitAdvice[] } {
  return { advice: [{ dimension: 'requests', limit: 60, remaining, resetMs: null, ...change }] };
}

test('what a reply says is left is left, less what started since', () => {
  const play = new PoolPlay();
  play.end(play.start(), { ...answered, ...told(50) });
  assert.equal(play.level('headers'), 50);
  const [early, late] = [play.start(), play.start()];
  assert.equal(play.level('headers'), 48);
  play.end(early, { ...answered, ...told(40) });
  assert.equal(play.level('headers'), 39);
  play.end(late, { ...answered, ...told(39) });
  assert.equal(play.level('headers'), 39);
});

test('it refills by a sixtieth of the limit each second, and a higher word of the provider is believed', () => {
  const play = new PoolPlay();
  play.end(play.start(), { ...answered, ...told(0, { resetMs: 60_000 }) });
  play.pass(10_000);
  assert.ok(Math.abs(play.level('headers') - 9.95) < 0.01);
  play.end(play.start(), { ...answered, ...told(30, { resetMs: 30_000 }) });
  assert.equal(play.level('headers'), 30);
});

test('the reset time is never a cooldown: the next call starts when there is one drop, not when all is full', () => {
  const play = new PoolPlay();
  play.end(play.start(), { ...answered, ...told(0, { resetMs: 60_000 }) });
  const readiness = play.ready();
  assert.ok(readiness.kind === 'later' && readiness.at - play.now <= 1_010);
  assert.ok(readiness.cause === 'pacing');
});

test('how much fits follows from what is left and how long it takes to be full', () => {
  const play = new PoolPlay();
  play.end(play.start(), { ...answered, ...told(3, { limit: 300, resetMs: 400 }) });
  assert.equal(play.buckets('headers')[0]?.capacity, 5);
  play.pass(60_000);
  assert.equal(play.level('headers'), 5);
});

test('models with the same limit share it until one proves to have its own', () => {
  const play = new PoolPlay();
  play.end(play.start(), { ...answered, ...told(30) });
  play.end(play.start({ model: 'sister' }), { ...answered, ...told(29) });
  assert.equal(play.buckets('headers')[0], play.buckets('headers', 'sister')[0]);
  play.end(play.start({ model: 'sister' }), { ...answered, ...told(59) });
  assert.equal(play.level('headers', 'sister'), 59);
  assert.ok(play.level('headers') <= 29);
});

const nonsense: readonly Partial<LimitAdvice>[] = [
  { limit: -1, remaining: -1 },
  { limit: 0, remaining: 0 },
  { limit: Number.NaN, remaining: Number.NaN, resetMs: Number.NaN },
  { limit: 1e9, remaining: 1e9, resetMs: 1e12 },
  { limit: null, remaining: 0, resetMs: 0 },
  { limit: Number.POSITIVE_INFINITY, remaining: 5 },
];

for (const advice of nonsense) {
  test(`headers such as ${JSON.stringify(advice)} teach nothing`, () => {
    const play = new PoolPlay();
    play.end(play.start(), { ...answered, ...told(null, advice) });
    assert.deepEqual(play.buckets('headers'), []);
    assert.equal(play.ready().kind, 'ready');
  });
}

test('whatever headers say, levels are numbers and a call can start within three minutes', () => {
  const number = fc.oneof(fc.constant(null), fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 60, 1e9, Number.NaN));
  const advice = fc.record({
    dimension: fc.constantFrom<LimitAdvice['dimension'][]>('requests', 'tokens', 'input-tokens', 'output-tokens'),
    limit: number,
    remaining: number,
    resetMs: number,
  });
  fc.assert(
    fc.property(fc.array(fc.array(advice, { maxLength: 4 }), { maxLength: 8 }), (replies) => {
      const play = new PoolPlay();
      for (const [at, reply] of replies.entries()) {
        play.pass(at * 100).end(play.start(), { ...answered, advice: reply });
        const readiness = play.ready();
        assert.ok(readiness.kind === 'ready' || (readiness.kind === 'later' && readiness.at - play.now <= 160_000));
        for (const { level, capacity } of play.state.buckets.values()) {
          assert.ok(Number.isFinite(level) && Number.isFinite(capacity) && level <= capacity);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('what a person has named is kept, also where headers allow more', () => {
  const limits = { ...makeCredential('any').limits, requestsPerMinute: 60 };
  const play = new PoolPlay(makeCredential('k', { limits }));
  play.end(play.start(), { ...answered, ...told(5_000, { limit: 6_000 }) });
  const readiness = play.ready();
  assert.ok(readiness.kind === 'later' && readiness.at - play.now > 400, 'one a second, not a hundred');
});

test('two refusals that name a time give the rate, and of few calls a little less is made', () => {
  const play = new PoolPlay();
  const everyMs = 200;
  play.end(play.start(), answered);
  for (let count = 0; count < 9; count += 1) play.pass(50).end(play.start(), answered);
  play.pass(50).end(play.start(), troubled('rate', { retryAt: play.now + 100 }));
  assert.ok((play.buckets('refusals')[0]?.perMinute ?? 0) > 300, 'the first one holds what was saved up');
  const from = play.now + 100;
  play.now = from;
  play.end(play.start(), answered);
  const readiness = play.ready();
  assert.ok(readiness.kind === 'later' && readiness.at < from + everyMs, 'too early, as it turns out');
  play.now = readiness.at;
  play.end(play.start(), troubled('rate', { retryAt: from + everyMs }));
  assert.ok(Math.abs((play.buckets('refusals')[0]?.perMinute ?? 0) - 300 * 0.97) < 1);
});

test('a long wait is the end of a window: what was let in comes back in the same order', () => {
  const play = new PoolPlay();
  for (let count = 0; count < 30; count += 1) play.end(play.start(), answered).pass(100);
  play.end(play.start(), troubled('rate', { retryAt: startAt + 60_000 }));
  const [bucket] = play.buckets('refusals');
  assert.equal(bucket?.capacity, 30);
  assert.equal(bucket?.window?.periodMs, 60_000);
  play.now = startAt + 60_000;
  assert.equal(play.level('refusals'), 0);
  play.now = startAt + 61_100;
  assert.ok(play.level('refusals') >= 10 && play.level('refusals') <= 12);
  play.now = startAt + 64_000;
  assert.equal(play.level('refusals'), 30);
});

test('after two minutes without a refusal a little more is tried', () => {
  const play = new PoolPlay();
  for (let count = 0; count < 10; count += 1) play.end(play.start(), answered).pass(100);
  play.end(play.start(), troubled('rate', { retryAt: play.now + 150 }));
  const before = play.buckets('refusals')[0]?.perMinute ?? 0;
  play.pass(119_000).end(play.start(), answered);
  assert.equal(play.buckets('refusals')[0]?.perMinute, before);
  play.pass(2_000).end(play.start(), answered).end(play.start(), answered);
  assert.ok(Math.abs((play.buckets('refusals')[0]?.perMinute ?? 0) - before * 1.05) < 0.001);
});
