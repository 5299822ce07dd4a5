import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import type { BudgetAnswer, BudgetRefusal } from '../../src/gateway/setup.ts';
import { HandClock } from './hand-clock.ts';
import { refuse } from './lease-desk.ts';
import { openLoopbackUpstream, sendError, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse, until } from './test-house.ts';

const { signal } = new AbortController();

function open(batchUsd: number | null, taskUsd: number | null, spent = 0) {
  const desk = openBudgetDesk({ batchUsd, taskUsd, spentBefore: { batchUsd: spent, taskUsd: { one: spent } } });
  return (taskId: string, usd: number | null, until = signal) => desk.reserve(taskId, usd, until);
}

async function grantedBy(answer: Promise<BudgetAnswer>): Promise<(usd: number | null) => void> {
  const got = await answer;
  assert.ok(got.kind === 'granted', JSON.stringify(got));
  return got.settle;
}

test('without a budget everything is granted, whatever it costs', async () => {
  const reserve = open(null, null);
  for (const usd of [null, 1e9]) (await grantedBy(reserve('one', usd)))(usd);
});

test('with a budget an unknown price is refused', async () => {
  for (const reserve of [open(10, null), open(null, 10)]) {
    const reason = 'A budget is set, and the price is not known';
    assert.deepEqual(await reserve('one', null), { kind: 'refused', purse: 'price', reason });
  }
});

test('what could pass a limit is refused before the call, and says how much is left', async () => {
  const answer = await open(5, null, 4.75)('one', 0.5);
  assert.deepEqual(answer, {
    kind: 'refused',
    purse: 'batch',
    reason: "the call may cost $0.5000, and $0.2500 of the batch's budget of $5.00 is left",
  });
  const spent = await open(null, 1, 1.25)('one', 0.01);
  assert.deepEqual(spent, {
    kind: 'refused',
    purse: 'task',
    reason: 'the budget of the task of $1.00 is spent ($1.25)',
  });
  assert.equal((await open(null, 1, 1.25)('two', 0.01)).kind, 'granted', 'each task has its own');
});

test('a call that only waits for others gets its turn when they cost less than they could have', async () => {
  const reserve = open(1, null);
  const settle = await grantedBy(reserve('one', 0.8));
  const waiting = reserve('two', 0.8);
  settle(0.1);
  (await grantedBy(waiting))(0.1);
});

test('a call that waits is refused when the others have cost too much', async () => {
  const reserve = open(1, null);
  const settle = await grantedBy(reserve('one', 0.8));
  const waiting = reserve('two', 0.8);
  settle(0.8);
  assert.equal((await waiting).kind, 'refused');
});

test('what could not be measured counts by its estimate, and settling twice counts once', async () => {
  const reserve = open(1, null);
  const settle = await grantedBy(reserve('one', 0.6));
  settle(null);
  settle(0);
  assert.equal((await reserve('one', 0.5)).kind, 'refused');
  assert.equal((await reserve('one', 0.4)).kind, 'granted');
});

test('whoever stops waiting holds nothing', async () => {
  const reserve = open(1, null);
  const settle = await grantedBy(reserve('one', 1));
  const controller = new AbortController();
  const waiting = reserve('two', 1, controller.signal);
  controller.abort();
  assert.equal((await waiting).kind, 'busy');
  settle(0);
  assert.equal((await reserve('three', 1)).kind, 'granted');
});

test('calls that cost no more than they were estimated at never pass a limit, and none waits for ever', async () => {
  const calls = fc.array(
    fc.record({
      task: fc.constantFrom('one', 'two', 'three'),
      cents: fc.integer({ min: 0, max: 60 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(calls, async (list) => {
      const reserve = open(1, 0.7);
      const spent = new Map<string, number>();
      const one = async ({ task, cents, share }: (typeof list)[number]) => {
        const answer = await reserve(task, cents / 100);
        assert.notEqual(answer.kind, 'busy');
        if (answer.kind !== 'granted') return;
        await Promise.resolve();
        const usd = (cents / 100) * share;
        spent.set(task, (spent.get(task) ?? 0) + usd);
        answer.settle(usd);
      };
      await Promise.all(list.map(one));
      const total = [...spent.values()].reduce((sum, usd) => sum + usd, 0);
      assert.ok(total <= 1 + 1e-6, `${total}`);
      for (const usd of spent.values()) assert.ok(usd <= 0.7 + 1e-6, `${usd}`);
    }),
    { numRuns: 300 },
  );
});

test('a request over the budget is refused with 402 before anything is asked', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const budget = openBudgetDesk({ batchUsd: 1, taskUsd: null, spentBefore: { batchUsd: 0.99, taskUsd: {} } });
  const refused: BudgetRefusal[] = [];
  await using house = await openTestHouse(upstream.origin, { budget, onBudgetRefused: (one) => refused.push(one) });
  const reply = await house.ask();
  assert.equal(reply.status, 402);
  const reason = reply.headers.get('x-agentos-reason') ?? '';
  assert.deepEqual(refused, [{ taskId: 'one', purse: 'batch', reason }]);
  assert.equal(reply.headers.get('x-agentos-refused'), 'budget');
  assert.match(JSON.stringify(await reply.json()), /billing_error/);
  assert.equal(upstream.seen.length, 0);
  assert.equal(house.desk.requests.length, 0);
});

test('the budget is settled with what the call really cost', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const budget = openBudgetDesk({ batchUsd: 1.5, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  await using house = await openTestHouse(upstream.origin, { budget });
  const statuses: number[] = [];
  for (let at = 0; at < 7; at += 1) {
    const reply = await house.ask();
    await reply.text();
    statuses.push(reply.status);
  }
  // Each may cost about 0.9 and costs 0.15: after five, less is left.
  assert.equal(statuses[0], 200);
  assert.equal(statuses[3], 200);
  assert.equal(statuses.at(-1), 402);
  const usd = house.entries.reduce((sum, entry) => sum + (entry.usd ?? 0), 0);
  assert.ok(usd <= 1.5);
});

test('requests that wait for the budget of others are served when those have ended', async () => {
  const held: (() => void)[] = [];
  await using upstream = await openLoopbackUpstream((response) => void held.push(() => sendMessage(response)));
  const budget = openBudgetDesk({ batchUsd: 2, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  await using house = await openTestHouse(upstream.origin, { budget });
  const asked = Promise.all([house.ask(), house.ask(), house.ask()]);
  await until(() => held.length === 2);
  for (let at = 0; at < 3; at += 1) {
    await until(() => held.length > at);
    held[at]?.();
  }
  assert.deepEqual(
    (await asked).map(({ status }) => status),
    [200, 200, 200],
  );
});

test('a call that could not be measured is settled by its estimate, and one that was never made by nothing', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).write(streamEvents[0], () => response.destroy());
  });
  const settled: (number | null)[] = [];
  const budget = {
    reserve: async () => ({ kind: 'granted' as const, settle: (usd: number | null) => settled.push(usd) }),
  };
  await using house = await openTestHouse(upstream.origin, { budget });
  await assert.rejects((await house.ask({ isStream: true })).text());
  await until(() => settled.length === 1);
  house.desk.script.push(refuse('CREDENTIALS_EXHAUSTED', null));
  await house.ask();
  const estimatedUsd = house.desk.requests[0]?.estimatedUsd;
  assert.ok(estimatedUsd);
  assert.deepEqual(settled, [estimatedUsd, 0]);
});

test('every repeat asks for its own money, after what was held before is settled', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendError(response, 500, 'api_error'));
  const told: string[] = [];
  const reason = 'all is spent';
  const budget = {
    async reserve() {
      told.push('reserve');
      if (told.length > 4) return { kind: 'refused' as const, purse: 'task' as const, reason };
      return { kind: 'granted' as const, settle: (usd: number | null) => told.push(`settle ${usd}`) };
    },
  };
  await using house = await openTestHouse(upstream.origin, { budget });
  const reply = await house.ask();
  assert.equal(reply.status, 402);
  assert.equal(reply.headers.get('x-agentos-reason'), reason);
  assert.deepEqual(told, ['reserve', 'settle 0', 'reserve', 'settle 0', 'reserve']);
  assert.equal(upstream.seen.length, 2);
});

test('a try that may have been billed leaves less for its repeat', async () => {
  await using upstream = await openLoopbackUpstream(() => undefined);
  const clock = new HandClock();
  const budget = openBudgetDesk({ batchUsd: 1.2, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  await using house = await openTestHouse(upstream.origin, { budget, clock, limits: { idleMs: 77_777 } });
  const asked = house.ask();
  await until(() => upstream.seen.length === 1);
  clock.fire(77_777);
  const reply = await asked;
  assert.equal(reply.status, 402, 'two tries may cost more than there is');
  assert.equal(upstream.seen.length, 1);
});
