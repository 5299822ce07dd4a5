import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Unwinding } from '../../src/engines/durable.ts';
import { makeContext } from '../../src/engines/workflow-context.ts';
import { type FailureCode, TaskFailure } from '../../src/model/failure.ts';
import type { ProviderReply } from '../../src/providers/provider.ts';
import { MemoryDurable } from './memory-durable.ts';

const startedAt = Date.UTC(2026, 0, 1);
const answer: ProviderReply = { kind: 'answer', text: 'A text', model: 'anthropic:m', usd: 0.5 };
const parking = { untilAt: startedAt + 60_000, reason: 'scope a cools', cause: 'outage', heldMs: 30_000 } as const;
const parked: ProviderReply = { kind: 'parked', ...parking };

function refusal(code: FailureCode, isFinal: boolean, retryAfterMs: number | null = 0): ProviderReply {
  return {
    kind: 'refusal',
    failure: { code, message: `it says ${code}` },
    retryAfterMs,
    isFinal,
    repeats: 0,
    usd: 0.25,
  };
}

/** One call whose tries are answered in turn; the last goes on for ever. */
async function call(
  durable: MemoryDurable,
  replies: readonly ProviderReply[],
  maxRetries = 2,
  confirmPresence = async () => {},
  { signal } = new AbortController(),
) {
  const tries: number[] = [];
  const context = makeContext(durable, {
    taskId: '137',
    signal,
    maxRetries,
    now: () => startedAt,
    log: () => {},
    publish: async () => {},
    backoffMs: (refusals) => refusals * 1000,
    receipt: async () => null,
    permitCall: async () => {},
    confirmPresence,
  });
  const asked = context.call('draft', async ({ triesEnded }) => {
    tries.push(triesEnded);
    return replies[Math.min(tries.length, replies.length) - 1] ?? answer;
  });
  const [ended] = await Promise.allSettled([asked]);
  return { ended, tries };
}

function failureOf(ended: PromiseSettledResult<unknown>) {
  assert.ok(ended.status === 'rejected' && ended.reason instanceof TaskFailure, JSON.stringify(ended));
  return ended.reason.failure;
}

test('a parked call unwinds until its time; nothing is kept of it, and it counts as no try', async () => {
  const durable = new MemoryDurable();
  for (let round = 0; round < 5; round += 1) {
    const { ended, tries } = await call(durable.again(), [parked], 0);
    assert.ok(ended.status === 'rejected' && ended.reason instanceof Unwinding);
    assert.deepEqual(ended.reason.end, { kind: 'parked', for: 'time', ...parking });
    assert.deepEqual(tries, [0]);
    assert.equal(durable.kept.size, 0);
  }
  const { ended } = await call(durable.again(), [answer]);
  assert.ok(ended.status === 'fulfilled' && ended.value.callId.endsWith('/draft#1'));
});

test('a refusal beside which the worker was told to end is not kept', async () => {
  const durable = new MemoryDurable();
  const controller = new AbortController();
  const told = async () => controller.abort(new Error('told to end'));
  const { ended } = await call(durable, [refusal('agent', true)], 0, told, controller);
  assert.ok(ended.status === 'rejected' && ended.reason === controller.signal.reason);
  assert.equal(durable.kept.size, 0);
  assert.equal((await call(durable.again(), [answer])).ended.status, 'fulfilled');
});

test('parking after refusals keeps their count', async () => {
  const durable = new MemoryDurable();
  await call(durable, [refusal('limit', false), parked], 1);
  const { ended, tries } = await call(durable.again(), [refusal('limit', false)], 1);
  assert.deepEqual(tries, [1]);
  assert.match(failureOf(ended).message, /asked 2 times \(--max-retries 1\)/);
});

test('trouble around a call is repeated as often as it may be, unless that was done already', async () => {
  for (const code of ['limit', 'outage', 'network'] as const) {
    const repeated = await call(new MemoryDurable(), [refusal(code, false)], 3);
    assert.deepEqual(repeated.tries, [0, 1, 2, 3]);
    assert.deepEqual(failureOf(repeated.ended), {
      code,
      message: `it says ${code}; asked 4 times (--max-retries 3)`,
    });
    const final = await call(new MemoryDurable(), [refusal(code, true)], 3);
    assert.deepEqual(final.tries, [0]);
    assert.deepEqual(failureOf(final.ended), { code, message: `it says ${code}` });
  }
});

test('an unreadable reply is asked for once more, whatever --max-retries says, unless that would not help', async () => {
  for (const maxRetries of [0, 5]) {
    const twice = await call(new MemoryDurable(), [refusal('unreadable', false)], maxRetries);
    assert.deepEqual(twice.tries, [0, 1]);
    assert.equal(failureOf(twice.ended).code, 'unreadable');
    const mended = await call(new MemoryDurable(), [refusal('unreadable', false), answer], maxRetries);
    assert.equal(mended.ended.status, 'fulfilled');
    const final = await call(new MemoryDurable(), [refusal('unreadable', true)], maxRetries);
    assert.deepEqual(final.tries, [0]);
  }
});

test('all else fails the task at once', async () => {
  for (const code of ['auth', 'credentials', 'request', 'downgrade', 'budget'] as const) {
    for (const isFinal of [true, false]) {
      const { ended, tries } = await call(new MemoryDurable(), [refusal(code, isFinal)]);
      assert.deepEqual(failureOf(ended), { code, message: `it says ${code}` });
      assert.deepEqual(tries, [0]);
    }
  }
});

test('what was refused for good is refused in a replay without asking, and asked anew in the next batch', async () => {
  const durable = new MemoryDurable();
  await call(durable, [refusal('limit', true)]);
  const replayed = await call(durable.again(), [answer]);
  assert.deepEqual(replayed.tries, []);
  assert.equal(failureOf(replayed.ended).code, 'limit');
  const retried = await call(durable.again('batch-2/137'), [answer]);
  assert.deepEqual(retried.tries, [1]);
  assert.equal(retried.ended.status, 'fulfilled');
});

test('money and credentials are matters of the batch: nothing is kept of them, and a resume asks again', async () => {
  for (const code of ['budget', 'credentials'] as const) {
    const durable = new MemoryDurable();
    const { ended } = await call(durable, [refusal(code, true)]);
    assert.equal(failureOf(ended).code, code);
    assert.equal(durable.kept.size, 0);
    const resumed = await call(durable.again(), [answer]);
    assert.equal(resumed.ended.status, 'fulfilled');
  }
});

test('a call that took too long ends the attempt, and the next attempt makes the next try', async () => {
  const durable = new MemoryDurable();
  const { ended, tries } = await call(durable, [refusal('timeout', true)]);
  assert.equal(failureOf(ended).code, 'timeout');
  const next = await call(durable.again(), [answer]);
  assert.deepEqual([tries, next.tries, next.ended.status], [[0], [1], 'fulfilled']);
});

test('refusals wait as they were told, or longer each time, and every try is paid for', async () => {
  const durable = new MemoryDurable();
  await call(durable, [refusal('limit', false, 7000), refusal('outage', false, null), answer]);
  assert.deepEqual(
    durable.waits.map(({ untilAt, cause }) => [untilAt - startedAt, cause]),
    [
      [7000, 'limit'],
      [2000, 'outage'],
    ],
  );
  assert.deepEqual(durable.costs, [0.25, 0.25, 0.5]);
  assert.deepEqual(
    durable.refusals.map(({ code }) => code),
    ['limit', 'outage'],
  );
});

test('a refusal is kept by those alone whose coordinator is there', async () => {
  const durable = new MemoryDurable();
  const there = Promise.withResolvers<void>();
  const asked = call(durable, [refusal('network', false), answer], 2, () => there.promise);
  await setImmediate();
  assert.equal(durable.kept.size, 0);
  there.resolve();
  assert.deepEqual((await asked).tries, [0, 1]);
});

test('what the gateway has repeated already is not repeated again', async () => {
  const cut = { ...refusal('network', false), repeats: 2 } as ProviderReply;
  const used: number[] = [];
  const context = makeContext(new MemoryDurable(), {
    taskId: '137',
    signal: new AbortController().signal,
    maxRetries: 4,
    now: () => startedAt,
    log: () => {},
    publish: async () => {},
    backoffMs: () => 0,
    receipt: async () => null,
    permitCall: async () => {},
    confirmPresence: async () => {},
  });
  const asked = context.call('draft', async ({ repeatsUsed }) => {
    used.push(repeatsUsed);
    return cut;
  });
  await assert.rejects(asked, { code: 'TASK_FAILED' });
  assert.deepEqual(used, [0, 3]);
});
