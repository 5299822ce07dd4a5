import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LimitCounters } from '../../src/simulator/limits.ts';
import type { ScopeLimits } from '../../src/simulator/setup.ts';

const rules = { minuteMs: 60_000, perModel: false, countsFailed: false, usdPerMillionTokens: 10 };
const nothing = { input: 0, output: 0 };
const count = (limits: ScopeLimits, more: Partial<typeof rules> = {}) =>
  new LimitCounters(limits, { ...rules, ...more }, 0);

test('at most so many are in flight, and an end makes room', () => {
  const counters = count({ concurrency: 2 });
  assert.equal(counters.take(0, 'm', 1), null);
  assert.equal(counters.take(0, 'm', 1), null);
  assert.equal(counters.take(0, 'm', 1)?.kind, 'concurrency');
  assert.equal(counters.inflight, 2);
  counters.end(1, 'm', nothing);
  assert.equal(counters.take(1, 'm', 1), null);
});

test('of several limits that are hit, the one that takes longest is named', () => {
  const counters = count({
    requests: { kind: 'bucket', perMinute: 60, burst: 1 },
    inputTokens: { kind: 'bucket', perMinute: 60, burst: 10 },
  });
  assert.equal(counters.take(0, 'm', 10), null);
  const refusal = counters.take(0, 'm', 10);
  assert.deepEqual(refusal, { kind: 'rate', dimension: 'input-tokens', limit: 60, waitMs: 10_000 });
});

test('output is counted when it is there, and the next call pays for it', () => {
  const counters = count({ outputTokens: { kind: 'bucket', perMinute: 60, burst: 10 } });
  assert.equal(counters.take(0, 'm', 500), null);
  counters.end(0, 'm', { input: 500, output: 15 });
  assert.equal(counters.take(0, 'm', 1)?.waitMs, 6000);
  assert.equal(counters.take(6000, 'm', 1), null);
});

test('input and output count together as tokens', () => {
  const counters = count({ tokens: { kind: 'sliding', perMinute: 100 } });
  assert.equal(counters.take(0, 'm', 40), null);
  counters.end(10, 'm', { input: 40, output: 40 });
  assert.equal(counters.advise(10, 'm')[0]?.remaining, 20);
  assert.equal(counters.take(10, 'm', 30)?.dimension, 'tokens');
});

test('a refused call takes of the requests only where the provider counts it', () => {
  const limits: ScopeLimits = { requests: { kind: 'bucket', perMinute: 60, burst: 2 } };
  const [fair, unfair] = [count(limits), count(limits, { countsFailed: true })];
  for (const counters of [fair, unfair]) for (let call = 0; call < 4; call += 1) counters.take(0, 'm', 1);
  assert.equal(fair.take(1000, 'm', 1), null);
  assert.equal(unfair.take(1000, 'm', 1)?.kind, 'rate');
});

test('a day is over at midnight, and ends no earlier', () => {
  const dayMs = 86_400_000;
  const counters = count({ perDay: 2 });
  const at = 20_000 * dayMs + 1000;
  for (let call = 0; call < 2; call += 1) assert.equal(counters.take(at, 'm', 1), null);
  assert.deepEqual(counters.take(at, 'm', 1), {
    kind: 'quota-day',
    dimension: 'requests',
    limit: 2,
    waitMs: dayMs - 1000,
  });
  assert.equal(counters.take(20_001 * dayMs, 'm', 1), null);
});

test('money that is spent does not come back', () => {
  const counters = count({ spendUsd: 0.001 });
  assert.equal(counters.take(0, 'm', 50), null);
  counters.end(1, 'm', { input: 50, output: 50 });
  const refusal = counters.take(1e12, 'm', 1);
  assert.equal(refusal?.kind, 'quota');
  assert.equal(refusal?.waitMs, null);
});

test('a scope may only grow by so much from one window to the next', () => {
  const counters = count({ ramp: { free: 4, growth: 1.5, windowMinutes: 1 } });
  const admitted = (window: number) =>
    Array.from({ length: 20 }, (_, call) => counters.take(window * 60_000 + call, 'm', 1)).filter((r) => r === null)
      .length;
  assert.deepEqual([admitted(0), admitted(1), admitted(2), admitted(3)], [4, 6, 9, 13]);
  assert.equal(counters.take(3 * 60_000 + 500, 'm', 1)?.kind, 'accel');
  assert.equal(admitted(9), 4, 'after a rest it starts anew');
});

test('limits count for each model by itself where that is set', () => {
  const limits: ScopeLimits = { requests: { kind: 'fixed', perMinute: 1 }, perDay: 1 };
  const [together, apart] = [count(limits), count(limits, { perModel: true })];
  for (const counters of [together, apart]) counters.take(0, 'one', 1);
  assert.notEqual(together.take(0, 'two', 1), null);
  assert.equal(apart.take(0, 'two', 1), null);
});

test('what is advertised is per real minute, however long a simulated one lasts', () => {
  const counters = count({ requests: { kind: 'bucket', perMinute: 30, burst: 5 } }, { minuteMs: 6000 });
  counters.take(0, 'm', 1);
  assert.deepEqual(counters.advise(0, 'm'), [{ dimension: 'requests', limit: 300, remaining: 4, resetMs: 200 }]);
});
