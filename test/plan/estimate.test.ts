import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PastCost } from '../../src/model/history.ts';
import type { Estimate } from '../../src/model/task.ts';
import { estimatePlan, makeQuote } from '../../src/plan/estimate.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { UsdRange } from '../../src/plan/token-quote.ts';
import { planned } from '../report/recorded-batch.ts';

function planOf(count: number): Plan {
  const tasks = Array.from({ length: count }, (_, at) => planned(`${at + 1}`));
  return { workflow: 'requirements', tasks, skipped: [], rejected: [], knownIds: new Set(), warnings: [] };
}

function estimate(past: readonly PastCost[], range: UsdRange | null = null): Estimate | undefined {
  return estimatePlan(planOf(1), { past, rangeOf: () => range }).tasks[0]?.estimate;
}

function quote(count: number, parallel: number, past: readonly PastCost[], range: UsdRange | null = null) {
  const plan = estimatePlan(planOf(count), { past, rangeOf: () => range });
  return makeQuote(plan, { parallel, pastTasks: past.length, mostRounds: 3, unpriced: [] });
}

test('history says the middle of what such tasks took', () => {
  const past = [
    { seconds: 900, usd: 9 },
    { seconds: 100, usd: 0.1 },
    { seconds: 170.04, usd: 0.3 },
  ];
  assert.deepEqual(estimate(past), { seconds: 170, usd: 0.3, basis: 'history' });
  assert.deepEqual(estimate(past.slice(1)), { seconds: 135, usd: 0.2, basis: 'history' });
});

test('a cost that was not measured is no cost of zero', () => {
  const past = [
    { seconds: 10, usd: null },
    { seconds: 20, usd: 0.5 },
    { seconds: 30, usd: null },
  ];
  assert.deepEqual(estimate(past), { seconds: 20, usd: 0.5, basis: 'history' });
});

test('without history, or one that says nothing of money, tokens tell from what to what', () => {
  const range = { least: 0.08, most: 0.31 };
  assert.deepEqual(estimate([], range), { seconds: null, usd: 0.08, usdMost: 0.31, basis: 'tokens' });
  assert.deepEqual(estimate([{ seconds: 10, usd: null }], range), {
    seconds: 10,
    usd: 0.08,
    usdMost: 0.31,
    basis: 'tokens',
  });
  assert.deepEqual(estimate([{ seconds: 10, usd: 0 }], range), { seconds: 10, usd: 0, basis: 'history' });
});

test('what nobody can tell is unknown, and what is free is nothing', () => {
  assert.deepEqual(estimate([]), { seconds: null, usd: null, basis: null });
  assert.deepEqual(estimate([{ seconds: 10, usd: null }]), { seconds: 10, usd: null, basis: 'history' });
  assert.deepEqual(estimate([], { least: 0, most: 0 }), { seconds: null, usd: 0, basis: 'tokens' });
});

test('tasks of equal length run in waves, and what they cost is added up', () => {
  const past = [{ seconds: 100, usd: 0.1 }];
  const [one, many] = [quote(4, 4, past), quote(9, 4, past)];
  assert.deepEqual([one?.seconds, one?.usd, one?.usdMost], [100, 0.4, null]);
  assert.deepEqual([many?.seconds, many?.usd, many?.tasks, many?.pastTasks], [300, 0.9, 9, 1]);
  const range = quote(10, 2, [], { least: 0.08, most: 0.31 });
  assert.deepEqual([range?.seconds, range?.usd, range?.usdMost, range?.basis], [null, 0.8, 3.1, 'tokens']);
  assert.equal(quote(2, 2, [])?.usd, null);
});

test('nothing to do has no quote', () => {
  assert.equal(quote(0, 4, [{ seconds: 1, usd: 1 }]), null);
});

test('the middle lies between the least and the most, whatever their order', () => {
  const costs = fc.array(fc.record({ seconds: fc.nat(10_000), usd: fc.option(fc.nat(100)) }), { minLength: 1 });
  fc.assert(
    fc.property(costs, (past) => {
      const { seconds } = estimate(past) ?? { seconds: null };
      const all = past.map((cost) => cost.seconds);
      assert.ok(seconds !== null && seconds >= Math.min(...all) && seconds <= Math.max(...all));
      assert.deepEqual(estimate(past.toReversed()), estimate(past));
    }),
  );
});
