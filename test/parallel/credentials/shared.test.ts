import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import type { CredentialEvent } from '../../../src/parallel/credentials/lease.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { answered, troubled, VirtualPool } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = makeCredential('any').limits;
const single = [makeCredential('k', { limits: { ...limits, concurrency: 1, requestsPerMinute: 60_000 } })];

/** Two coordinators, as of two processes, on one store and one clock. */
function makeTwo(): [VirtualPool, VirtualPool] {
  const one = new VirtualPool(single, { owner: 'one' });
  return [one, new VirtualPool(single, { owner: 'two', clock: one.clock, store: one.store.share() })];
}

test('what is in flight in one process counts for the other', async () => {
  const [one, two] = makeTwo();
  const lease = await one.get();
  const waiting = two.reserve();
  assert.equal(two.count('tickets'), 1);
  one.coordinator.release(lease, answered);
  const next = await one.clock.drive(waiting);
  assert.ok(next.waitedMs <= 20, 'it looks for news often');
  assert.ok(next.fence > lease.fence);
});

test('tickets are served in the order in which they came, over processes', async () => {
  const [one, two] = makeTwo();
  const first = await one.get();
  const order: string[] = [];
  const work = async (pool: VirtualPool, name: string) => {
    const lease = await pool.reserve({ taskId: name });
    order.push(name);
    await pool.clock.sleep(10);
    pool.coordinator.release(lease, answered);
  };
  const all = ['1', '2', '3', '4', '5', '6'].map((name, at) => work(at % 2 === 0 ? one : two, name));
  one.coordinator.release(first, answered);
  await one.clock.drive(Promise.all(all));
  assert.deepEqual(order, ['1', '2', '3', '4', '5', '6']);
});

test('a rest that one process learns of holds for the other', async () => {
  const [one, two] = makeTwo();
  await two.call();
  const retryAt = one.clock.now() + 60_000;
  await one.call(troubled('rate', { retryAt }));
  const { earliestAt } = await two.refusal();
  assert.ok(earliestAt !== null && earliestAt >= retryAt && earliestAt <= retryAt + 100);
});

test('the leases of a process that was killed are free after 30 s, and not before', async () => {
  const [one, two] = makeTwo();
  const lost = await one.get();
  one.kill();
  const lease = await two.get({ deadlineMs: 60_000 });
  assert.ok(lease.waitedMs >= 30_000 && lease.waitedMs <= 31_000, `it took ${lease.waitedMs} ms`);
  assert.ok(lease.fence > lost.fence);
});

test('a long call keeps its lease for as long as its process lives', async () => {
  const [one, two] = makeTwo();
  const lease = await one.get();
  const refusal = await two.refusal({ deadlineMs: 300_000 });
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  one.coordinator.release(lease, answered);
  assert.ok(!one.events.some(({ kind }) => kind === 'lease-stale'));
  await two.get();
});

test('whoever was taken for dead has no say any more', async () => {
  const [one, two] = makeTwo();
  const lease = await one.get();
  two.store.transact(({ readAll, write }) => {
    for (const [key] of [...readAll()]) {
      if (key.startsWith('owners:')) write(key, JSON.stringify({ expiresAt: one.clock.now() - 1 }));
    }
  });
  const next = await two.get();
  one.coordinator.release(lease, troubled('auth'));
  assert.equal(two.stateOf('k'), 'busy', 'neither its place nor its verdict counts');
  two.coordinator.release(next, answered);
  assert.equal(two.stateOf('k'), 'ready');
});

test('one that sleeps does not keep the others from what is free', async () => {
  const [one, two] = makeTwo();
  const lease = await two.get();
  void one.reserve();
  const waiting = two.reserve({ deadlineMs: 60_000 });
  const startAt = two.clock.now();
  one.kill();
  two.coordinator.release(lease, answered);
  const next = await two.clock.drive(waiting);
  assert.ok(next.reservedAt - startAt <= 500, `it waited ${next.reservedAt - startAt} ms`);
});

test('while alone it does not look for news: one timer, and none when nothing is under way', async () => {
  const pool = new VirtualPool(single);
  const lease = await pool.get();
  let looks = 0;
  const ask = pool.store.hasNews.bind(pool.store);
  pool.store.hasNews = () => {
    looks += 1;
    return ask();
  };
  const waiting = pool.reserve({ deadlineMs: 25_000 }).catch((error: unknown) => error);
  await pool.clock.drive(waiting);
  pool.coordinator.release(lease, answered);
  // Each transaction asks once.
  assert.ok(looks < 10, `it looked ${looks} times in 25 s`);
  await assert.rejects(pool.clock.drive(new Promise(() => {})), /nothing is going to happen/);
});

test('leases and tickets of a process that has been silent for too long are not shown', async () => {
  const [one, two] = makeTwo();
  await one.get();
  void one.reserve({ deadlineMs: 600_000 });
  one.kill();
  await two.clock.drive(two.clock.sleep(29_000));
  assert.deepEqual(two.coordinator.snapshot().credentials[0]?.inUseBy, ['t']);
  assert.deepEqual(two.coordinator.snapshot().waiting, { drafter: 1 });
  await two.clock.drive(two.clock.sleep(2_000));
  assert.deepEqual(two.coordinator.snapshot().credentials[0]?.inUseBy, []);
  assert.deepEqual(two.coordinator.snapshot().waiting, {});
  assert.equal(two.stateOf('k'), 'ready');
  assert.equal(two.count('leases'), 1, 'looking changes nothing');
});

test('one that knows that it is alone does not wait for the dead, and counts what they may have spent', async () => {
  const [one] = makeTwo();
  const lost = await one.get();
  void one.reserve();
  one.kill();
  const shared = { clock: one.clock, store: one.store.share() };
  const next = new VirtualPool(single, { ...shared, owner: 'next', isAlone: true });
  const lease = await next.get();
  assert.equal(lease.waitedMs, 0);
  assert.ok(lease.fence > lost.fence);
  assert.equal(next.count('leases') + next.count('owners'), 2);
  assert.equal(next.count('tickets'), 0);
  const [spent] = next.coordinator.snapshot().credentials;
  assert.deepEqual([spent?.usd, spent?.measuredUsd, spent?.guessedUsd], [null, 0, 0.01]);
});

test('whoever knows to be alone and only looks sees nothing in use by the dead, and writes nothing', async () => {
  const [one] = makeTwo();
  await one.get({ taskId: 'task' });
  one.kill();
  const shared = { clock: one.clock, store: one.store.share() };
  const other = new VirtualPool(single, { ...shared, owner: 'other' });
  assert.deepEqual(other.coordinator.snapshot().credentials[0]?.inUseBy, ['task'], 'nobody knows that it is dead');
  const next = new VirtualPool(single, { ...shared, owner: 'next', isAlone: true });
  const [seen] = next.coordinator.snapshot().credentials;
  assert.deepEqual([seen?.inUseBy, seen?.state], [[], 'ready']);
  assert.equal(next.count('leases'), 1);
});

test('one that knows that it is alone and asks for nothing writes nothing', async () => {
  const [one] = makeTwo();
  await one.get();
  const next = new VirtualPool(single, { clock: one.clock, store: one.store.share(), owner: 'next', isAlone: true });
  next.coordinator[Symbol.dispose]();
  assert.equal(next.count('leases'), 1);
});

test('one that was suspended while others went on does not take that for a jump of the clock', async () => {
  const clock = new VirtualClock();
  const named = { ...limits, concurrency: 2, requestsPerMinute: 60 };
  const credentials = [makeCredential('k', { limits: named })];
  let isSuspended = false;
  const held: (() => void)[] = [];
  const after = (ms: number, call: () => void) => clock.after(ms, () => (isSuspended ? held.push(call) : call()));
  const store = new MemoryStore();
  const events: CredentialEvent[] = [];
  const shared = { credentials, roleWeights: {}, random: () => 0.5, owner: 'one' };
  using one = new CredentialCoordinator({
    ...shared,
    store,
    clock: { now: () => clock.now(), after },
    onEvent: (event) => events.push(event),
  });
  const two = new VirtualPool(credentials, { clock, store: store.share(), owner: 'two' });
  const request = { role: 'drafter', provider: 'openai', model: 'm', estimatedUsd: null, taskId: null } as const;
  const estimatedTokens = { input: 1, output: 1 };
  await clock.drive(one.reserve({ ...request, estimatedTokens, signal: new AbortController().signal }));
  isSuspended = true;
  for (let count = 0; count < 12; count += 1) {
    await clock.drive(clock.sleep(20_000));
    await two.call();
  }
  assert.ok(held.length > 0, 'its timer is long overdue');
  isSuspended = false;
  for (const call of held) call();
  assert.ok(!events.some(({ kind }) => kind === 'clock-stepped'));
  const next = [await two.call(), await two.call()];
  assert.ok(next.every(({ waitedMs }) => waitedMs <= 2_000));
});
