import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentOsError } from '../../../src/model/errors.ts';
import { NoCredentialError } from '../../../src/parallel/credentials/lease.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import type { Entries } from '../../../src/parallel/credentials/store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { answered, troubled, VirtualPool } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = makeCredential('any').limits;
const emptyUsage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

test('a lease names its credential, and a fence that only rises', async () => {
  const pool = new VirtualPool([makeCredential('k', { scope: 'org' })]);
  const one = await pool.call();
  const other = await pool.call();
  assert.equal(one.credential, 'k');
  assert.equal(one.scope, 'org');
  assert.equal(one.model, 'm');
  assert.equal(one.expiresAt, one.reservedAt + 30_000);
  assert.ok(other.fence > one.fence);
  assert.equal(pool.count('leases'), 0);
});

test('nobody can serve a provider, a model or a role that nothing is configured for', async () => {
  const pool = new VirtualPool([makeCredential('k', { models: ['m'], roles: ['drafter'] })]);
  for (const wish of [{ provider: 'google' }, { model: 'other' }, { role: 'reviewer' }] as const) {
    const refusal = await pool.refusal(wish);
    assert.equal(refusal.code, 'CREDENTIALS_EXHAUSTED');
    assert.equal(refusal.isForGood, true);
    assert.match(refusal.message, /none is configured for the role/);
  }
  assert.equal(pool.count('tickets'), 0);
});

test('whoever knows at once that it is too late is told at once, which scope and when', async () => {
  const pool = new VirtualPool([makeCredential('k', { scope: 'org' })]);
  const retryAt = pool.clock.now() + 60_000;
  await pool.call(troubled('rate', { retryAt }));
  const before = pool.clock.now();
  const refusal = await pool.refusal();
  assert.equal(pool.clock.now(), before, 'nobody waited');
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  assert.equal(refusal.isForGood, false);
  assert.equal(refusal.earliestAt, retryAt);
  assert.match(refusal.message, /scope org is cooling down/);
  assert.ok(refusal.message.includes(new Date(retryAt).toISOString()));
  const lease = await pool.get({ deadlineMs: 61_000 });
  assert.ok(lease.reservedAt >= retryAt);
  assert.equal(lease.waitedMs, 60_000);
});

test('whoever is promised nothing is told when its time is over', async () => {
  const pool = new VirtualPool([makeCredential('k', { limits: { ...limits, concurrency: 1 } })]);
  await pool.get();
  const before = pool.clock.now();
  const refusal = await pool.refusal({ deadlineMs: 5_000 });
  assert.equal(pool.clock.now() - before, 5_000);
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  assert.ok((refusal.earliestAt ?? 0) > pool.clock.now());
  assert.match(refusal.message, /nobody knows when one will be: 1 call is under way in scope k$/);
  assert.doesNotMatch(refusal.message, /T\d\d:/, 'no time is named that nobody knows');
});

test('an aborted waiter leaves no trace, and neither does one that was aborted before', async () => {
  const pool = new VirtualPool([makeCredential('k', { limits: { ...limits, concurrency: 1 } })]);
  const lease = await pool.get();
  const controller = new AbortController();
  const waiting = pool.reserve({ signal: controller.signal }).catch((error: unknown) => error);
  assert.equal(pool.count('tickets'), 1);
  controller.abort(new Error('enough'));
  assert.deepEqual(await waiting, new Error('enough'));
  assert.equal(pool.count('tickets'), 0);
  assert.deepEqual(pool.coordinator.snapshot().waiting, {});
  await assert.rejects(pool.reserve({ signal: controller.signal }), /enough/);
  assert.equal(pool.count('tickets'), 0);
  pool.coordinator.release(lease, answered);
  assert.equal((await pool.get()).waitedMs, 0);
});

test('waiters are served in the order in which they came', async () => {
  const pool = new VirtualPool([makeCredential('k', { limits: { ...limits, concurrency: 1 } })]);
  const order: string[] = [];
  const work = async (taskId: string) => {
    const lease = await pool.reserve({ taskId });
    order.push(taskId);
    await pool.clock.sleep(10);
    pool.coordinator.release(lease, answered);
  };
  await pool.clock.drive(Promise.all(['1', '2', '3', '4', '5'].map(work)));
  assert.deepEqual(order, ['1', '2', '3', '4', '5']);
});

test('a release counts once, and one with another fence not at all', async () => {
  const pool = new VirtualPool();
  const lease = await pool.call();
  pool.coordinator.release(lease, answered);
  const held = await pool.get();
  pool.coordinator.release({ ...held, id: 'other' }, answered);
  assert.equal(pool.events.filter(({ kind }) => kind === 'lease-stale').length, 2);
  assert.equal(pool.coordinator.snapshot().credentials[0]?.usd, 0.01);
  assert.deepEqual(pool.coordinator.snapshot().credentials[0]?.inUseBy, ['t']);
});

test('a credential that is refused is out, and a person can bring it back', async () => {
  const pool = new VirtualPool([makeCredential('k')]);
  await pool.call(troubled('auth', { status: 401, message: 'key sk-echo is wrong' }));
  const refusal = await pool.refusal();
  assert.equal(refusal.code, 'CREDENTIALS_EXHAUSTED');
  assert.match(refusal.message, /k is disabled: the provider refuses it \(HTTP 401\)/);
  const written = pool.store.transact(({ readAll }) => JSON.stringify([...readAll()]));
  assert.ok(!written.includes('sk-echo'), 'what a provider says is not written down');
  pool.coordinator.enable('k');
  await pool.call();
  pool.coordinator.disable('k', 'on holiday');
  assert.match((await pool.refusal()).message, /k is disabled: on holiday/);
  assert.equal(pool.stateOf('k'), 'disabled');
  assert.throws(() => pool.coordinator.enable('nobody'), { code: 'CREDENTIAL_UNKNOWN' });
});

test('a model that one key may not use is asked for with the other', async () => {
  const pool = new VirtualPool([makeCredential('a', { scope: 'org' }), makeCredential('b', { scope: 'org' })]);
  const denied = await pool.call(troubled('auth', { status: 403, isModelOnly: true }));
  const next = await pool.call();
  assert.notEqual(next.credential, denied.credential);
  assert.equal((await pool.call(answered, { model: 'other' })).model, 'other');
  assert.equal(pool.stateOf(denied.credential), 'ready');
});

test('money: what is in flight counts, and what was cheaper than expected makes room', async () => {
  const budget = { usdPerDay: 1, tokensPerDay: null };
  const pool = new VirtualPool([
    makeCredential('k', { budget, limits: { ...limits, concurrency: 9, requestsPerMinute: 6_000 } }),
  ]);
  const first = await pool.get({ estimatedUsd: 0.6 });
  const second = pool.reserve({ estimatedUsd: 0.6 });
  assert.deepEqual(pool.coordinator.snapshot().waiting, { drafter: 1 });
  pool.coordinator.release(first, { ...answered, usd: 0.3 });
  pool.coordinator.release(await pool.clock.drive(second), { ...answered, usd: 0.5 });
  const refusal = await pool.refusal({ estimatedUsd: 0.3 });
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  assert.equal(refusal.isForGood, false);
  assert.equal((refusal.earliestAt ?? 1) % 86_400_000, 0, 'it ends with the day');
  assert.match(refusal.message, /the call may cost 0.3 USD, more than may be left of the budget of 1 USD that k has/);
  const never = await pool.refusal({ estimatedUsd: 1.5 });
  assert.equal(never.code, 'BUDGET_SPENT');
  assert.equal(never.isForGood, true);
  assert.match(never.message, /the call may cost 1.5 USD, more than the whole budget of 1 USD that k has a day/);
  await pool.call(answered, { estimatedUsd: 0.1 });
  await pool.clock.drive(pool.clock.sleep(86_400_000));
  await pool.call(answered, { estimatedUsd: 0.9 });
});

test('with a budget an unknown price is refused, unless another credential has none', async () => {
  const budget = { usdPerDay: 1, tokensPerDay: null };
  const strict = new VirtualPool([makeCredential('k', { budget })]);
  const refusal = await strict.refusal({ estimatedUsd: null });
  assert.equal(refusal.code, 'PRICE_UNKNOWN');
  assert.equal(refusal.isForGood, true);
  const mixed = new VirtualPool([makeCredential('k', { budget }), makeCredential('free')]);
  assert.equal((await mixed.call(answered, { estimatedUsd: null })).credential, 'free');
});

test('a budget of tokens ends with the day', async () => {
  const pool = new VirtualPool([makeCredential('k', { budget: { usdPerDay: null, tokensPerDay: 100 } })]);
  for (let count = 0; count < 6; count += 1) await pool.call();
  const refusal = await pool.refusal();
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  assert.equal(refusal.earliestAt, 86_400_000);
  const lease = await pool.get({ deadlineMs: 86_400_000 });
  assert.ok(lease.reservedAt >= 86_400_000);
  pool.coordinator.release(lease, { ...answered, usage: null });
  await pool.call({ ...answered, usage: { ...emptyUsage, inputTokens: 90 } });
  assert.match((await pool.refusal()).message, /k has spent its budget of 100 tokens for today/);
});

test('one that costs more than is left today does not keep a cheaper one behind it waiting', async () => {
  const budget = { usdPerDay: 1, tokensPerDay: null };
  const pool = new VirtualPool([makeCredential('k', { budget })]);
  await pool.call({ ...answered, usd: 0.5 });
  const [dear, cheap] = [pool.reserve({ estimatedUsd: 0.8, deadlineMs: 86_400_000 }), pool.reserve()];
  assert.equal((await pool.clock.drive(cheap)).waitedMs, 0);
  assert.ok((await pool.clock.drive(dear)).reservedAt >= 86_400_000);
});

test('one that is too dear for one key, and waits for another, does not keep cheaper ones from the first', async () => {
  for (const [usdPerDay, rest] of [
    [1, null],
    [0.7, null],
    [1, 60_000],
  ] as const) {
    const budget = { usdPerDay, tokensPerDay: null };
    const pool = new VirtualPool([
      makeCredential('a', { budget }),
      makeCredential('b', { limits: { ...limits, concurrency: 1 } }),
    ]);
    await pool.call({ ...answered, usd: 0.5 });
    const busy = await pool.get({ estimatedUsd: 0.8 });
    assert.equal(busy.credential, 'b');
    const retryAt = pool.clock.now() + (rest ?? 0);
    if (rest !== null) pool.coordinator.release(busy, troubled('rate', { retryAt }));
    const wish = { estimatedUsd: 0.8, deadlineMs: 3_600_000 };
    const [dear, cheap, dearToo] = [pool.reserve(wish), pool.reserve(), pool.reserve(wish)];
    const served = await pool.clock.drive(cheap);
    assert.deepEqual([served.credential, served.waitedMs], ['a', 0]);
    if (rest === null) pool.coordinator.release(busy, answered);
    const first = await pool.clock.drive(dear);
    assert.equal(first.credential, 'b');
    pool.coordinator.release(first, answered);
    assert.equal((await pool.clock.drive(dearToo)).credential, 'b');
  }
});

test('whoever is refused by several scopes is told of each, and until when', async () => {
  const pool = new VirtualPool([makeCredential('a'), makeCredential('b')]);
  const times = [pool.clock.now() + 60_000, pool.clock.now() + 90_000];
  for (const retryAt of times) await pool.call(troubled('rate', { retryAt }), { taskId: null });
  const { message, earliestAt } = await pool.refusal();
  assert.equal(earliestAt, times[0]);
  const [first, second] = times.map((at) => new Date(at).toISOString());
  assert.ok(message.includes(`free before ${first}: m in scope a is cooling down`), message);
  assert.ok(message.includes(`, until ${first}; m in scope b`) && message.endsWith(`, until ${second}`), message);
});

test('requests of a day are counted, over restarts', async () => {
  const credential = makeCredential('k', { limits: { ...limits, requestsPerDay: 3 } });
  const pool = new VirtualPool([credential]);
  for (let count = 0; count < 2; count += 1) await pool.call();
  pool.coordinator[Symbol.dispose]();
  const next = new VirtualPool([credential], { clock: pool.clock, store: pool.store, owner: 'b' });
  await next.call();
  const refusal = await next.refusal();
  assert.equal(refusal.code, 'CREDENTIALS_BUSY');
  assert.equal((refusal.earliestAt ?? 0) % 86_400_000, 0);
  assert.match(refusal.message, /has had its 3 requests of the day/);
});

test('endless 429: it is asked less and less often, and never in a hot loop', async () => {
  for (const retryInMs of [null, 0, 1_000]) {
    const pool = new VirtualPool();
    const startAt = pool.clock.now();
    const times: number[] = [];
    let refused = 0;
    while (pool.clock.now() - startAt < 7_200_000) {
      const end = await pool.clock.drive(pool.reserve().catch((error: unknown) => error));
      if (end instanceof NoCredentialError) {
        refused += 1;
        assert.equal(end.isForGood, false);
        assert.ok((end.earliestAt ?? 0) > pool.clock.now());
        await pool.clock.drive(pool.clock.sleep((end.earliestAt ?? 0) - pool.clock.now()));
        continue;
      }
      times.push(pool.clock.now());
      await pool.clock.drive(pool.clock.sleep(5));
      const retryAt = retryInMs === null ? null : pool.clock.now() + retryInMs;
      const lease = pool.events.findLast((event) => event.kind === 'lease-granted');
      if (lease?.kind === 'lease-granted') pool.coordinator.release(lease.lease, troubled('rate', { retryAt }));
    }
    assert.ok(times.length < 60, `${times.length} calls in two hours`);
    assert.ok(times.length > 8, 'it goes on trying');
    assert.ok(refused > 3);
  }
});

test('endless overload: the provider is tried once every two minutes, and nobody is blamed', async () => {
  const pool = new VirtualPool([makeCredential('a'), makeCredential('b')]);
  const startAt = pool.clock.now();
  let calls = 0;
  while (pool.clock.now() - startAt < 3_600_000) {
    try {
      const lease = await pool.get();
      calls += 1;
      pool.coordinator.release(lease, troubled('overload', { status: 529 }));
    } catch (error) {
      assert.ok(error instanceof NoCredentialError && error.code === 'CREDENTIALS_BUSY');
      assert.match(error.message, /openai:m is overloaded/);
      await pool.clock.drive(pool.clock.sleep((error.earliestAt ?? 0) - pool.clock.now()));
    }
  }
  assert.ok(calls >= 25 && calls <= 40, `${calls} calls in an hour`);
  assert.notEqual(pool.coordinator.snapshot().providers[0]?.breaker, 'closed');
  assert.deepEqual(
    ['a', 'b'].map((name) => pool.stateOf(name)),
    ['ready', 'ready'],
  );
});

test('the others wait until the one that tries is being answered, and not until its answer is over', async () => {
  const named = { ...limits, concurrency: 8, requestsPerMinute: 6_000 };
  const budget = { usdPerDay: null, tokensPerDay: null };
  const rests = [
    [troubled('overload', { status: 529 }), 3],
    [troubled('unknown-429'), 1],
    [troubled('quota-day'), 1],
    [troubled('quota-day', { isModelOnly: true }), 1],
  ] as const;
  for (const [trouble, times] of rests) {
    const pool = new VirtualPool([makeCredential('k', { limits: named, budget })]);
    for (let count = 0; count < times; count += 1) await pool.call(trouble);
    const long = await pool.get({ deadlineMs: 3_600_000 });
    assert.equal((await pool.refusal()).code, 'CREDENTIALS_BUSY', 'it may still be refused');
    const waiting = pool.reserve();
    await pool.clock.drive(pool.clock.sleep(4_000));
    pool.coordinator.noteBegun(long);
    assert.equal((await pool.clock.drive(waiting)).waitedMs, 4_000);
    const written = pool.store.transact(({ version }) => version);
    pool.coordinator.noteBegun(long);
    assert.equal(
      pool.store.transact(({ version }) => version),
      written,
      'nobody waits for it any more',
    );
    pool.coordinator.release(long, answered);
  }
});

test('after an unknown refusal one call tries, and the others wait for its answer', async () => {
  const named = { ...limits, concurrency: 8, requestsPerMinute: 6_000 };
  const pool = new VirtualPool([makeCredential('k', { limits: named })]);
  await pool.call(troubled('unknown-429'));
  const waiting = [1, 2, 3].map(() => pool.reserve());
  const first = await pool.clock.drive(waiting[0] ?? pool.reserve());
  assert.equal(pool.count('leases'), 1);
  assert.equal(pool.coordinator.snapshot().waiting['drafter'], 2);
  pool.coordinator.release(first, answered);
  await pool.clock.drive(Promise.all(waiting));
  assert.equal(pool.count('leases'), 2);
});

test('a new batch goes on with what the last one learned, and tries once what was refused', async () => {
  const pool = new VirtualPool([makeCredential('bad'), makeCredential('cold'), makeCredential('poor')]);
  const retryAt = pool.clock.now() + 600_000;
  const ends = { bad: troubled('auth'), cold: troubled('rate', { retryAt }), poor: troubled('quota') };
  for (const _ of Object.keys(ends)) {
    const lease = await pool.get({ taskId: null });
    const name = lease.credential;
    if (name === 'bad' || name === 'cold' || name === 'poor') pool.coordinator.release(lease, ends[name]);
  }
  assert.equal((await pool.refusal()).earliestAt, retryAt);
  pool.coordinator[Symbol.dispose]();
  const next = new VirtualPool(
    ['bad', 'cold', 'poor'].map((name) => makeCredential(name)),
    { clock: pool.clock, store: pool.store.share(), owner: 'b' },
  );
  assert.equal(next.stateOf('cold'), 'cooling');
  const tried = [await next.get({ taskId: null }), await next.get({ taskId: null })];
  assert.deepEqual(tried.map(({ credential }) => credential).sort(), ['bad', 'poor']);
  for (const lease of tried) next.coordinator.release(lease, lease.credential === 'bad' ? troubled('auth') : answered);
  assert.equal(next.stateOf('bad'), 'disabled');
  assert.equal(next.stateOf('poor'), 'ready');
});

test('one that needs many tokens is not starved by those that need few', async () => {
  const named = { ...limits, tokensPerMinute: 60_000 };
  const pool = new VirtualPool([makeCredential('k', { limits: named })]);
  const advice = [{ dimension: 'tokens' as const, limit: 60_000, remaining: 60_000, resetMs: 0 }];
  await pool.call({ ...answered, advice }, { estimatedTokens: { input: 60_000, output: 0 } });
  let isServed = false;
  const large = pool.reserve({ role: 'large', estimatedTokens: { input: 55_000, output: 0 }, deadlineMs: 400_000 });
  void large.then(() => {
    isServed = true;
  });
  let small = 0;
  const work = async () => {
    while (!isServed && small < 1_000) {
      const lease = await pool.reserve({
        role: 'small',
        estimatedTokens: { input: 900, output: 0 },
        deadlineMs: 400_000,
      });
      small += 1;
      const usage = { inputTokens: 900, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
      pool.coordinator.release(lease, { ...answered, usage });
    }
  };
  await pool.clock.drive(Promise.all([large, work(), work()]));
  assert.ok(small < 100, `${small} small ones were served first`);
});

test('a call that failed in a scope gets another one, and waits for it a while, rather than the same again', async () => {
  const one = { ...limits, concurrency: 1 };
  const pool = new VirtualPool([makeCredential('dead', { limits: one }), makeCredential('alive', { limits: one })]);
  const failed = await pool.get();
  pool.coordinator.release(failed, troubled('transient', { status: null }));
  const avoids = new Set([failed.scope]);
  const busy = await pool.get({ avoids });
  assert.notEqual(busy.scope, failed.scope, 'although the task was there last');
  const waiting = pool.reserve({ avoids });
  await pool.clock.drive(pool.clock.sleep(3_000));
  pool.coordinator.release(busy, answered);
  const served = await pool.clock.drive(waiting);
  assert.deepEqual([served.scope, served.waitedMs], [busy.scope, 3_000]);
  pool.coordinator.release(served, troubled('rate', { retryAt: pool.clock.now() + 20_000 }));
  assert.equal((await pool.get({ avoids })).scope, failed.scope, 'the other one would take too long');
});

test('nobody waits behind a call for the scope that it avoids, and in the end not even that call itself', async () => {
  const many = { ...limits, concurrency: 2, requestsPerMinute: 60_000 };
  const pool = new VirtualPool([makeCredential('once', { limits: many }), makeCredential('busy', { limits: many })]);
  const long = [await pool.get({ avoids: new Set(['once']) }), await pool.get({ avoids: new Set(['once']) })];
  assert.deepEqual(new Set(long.map(({ scope }) => scope)), new Set(['busy']), 'for an hour, say');
  const picky = pool.reserve({ avoids: new Set(['once']) });
  const plain = await pool.get();
  assert.deepEqual([plain.scope, plain.waitedMs], ['once', 0]);
  const late = await pool.clock.drive(picky);
  assert.deepEqual([late.scope, late.waitedMs], ['once', 5_000]);
});

test('a task goes back to the scope that knows its prompts', async () => {
  const named = { ...limits, concurrency: 4, requestsPerMinute: 60_000 };
  const pool = new VirtualPool(['a', 'b', 'c'].map((name) => makeCredential(name, { limits: named })));
  const first = await pool.call(answered, { taskId: 'x' });
  for (const taskId of ['p', 'q', 'r', 's']) await pool.call(answered, { taskId });
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await pool.call(answered, { taskId: 'x' })).scope, first.scope);
  }
});

test('a task that asks two models in turn goes back to the scope that knows its prompts for each of them', async () => {
  const named = { ...limits, concurrency: 4, requestsPerMinute: 60_000 };
  const names = { openai: ['a', 'b', 'c'], google: ['d', 'e'] } as const;
  const credentials = (['openai', 'google'] as const).flatMap((provider) =>
    names[provider].map((name) => makeCredential(name, { provider, limits: named })),
  );
  const pool = new VirtualPool(credentials);
  const ask = async (provider: 'openai' | 'google') => {
    return (await pool.call(answered, { taskId: 'x', provider })).scope;
  };
  const first = [await ask('openai'), await ask('google')];
  for (let count = 0; count < 5; count += 1) {
    assert.deepEqual([await ask('openai'), await ask('google')], first);
  }
});

test('closing refuses who waits, returns what was lent and stops the clock', async () => {
  const pool = new VirtualPool();
  const lease = await pool.get();
  const waiting = pool.reserve();
  pool.coordinator[Symbol.dispose]();
  await assert.rejects(waiting, { code: 'CREDENTIALS_CLOSED' });
  await assert.rejects(pool.reserve(), { code: 'CREDENTIALS_CLOSED' });
  assert.equal(pool.count('leases') + pool.count('tickets') + pool.count('owners'), 0);
  pool.coordinator.release(lease, answered);
  await assert.rejects(pool.clock.drive(new Promise(() => {})), /nothing is going to happen/);
});

test('looking at the pool writes nothing', () => {
  const pool = new VirtualPool([makeCredential('k')]);
  const snapshot = pool.coordinator.snapshot();
  assert.deepEqual(snapshot.credentials[0], {
    name: 'k',
    provider: 'openai',
    scope: 'k',
    state: 'ready',
    untilAt: null,
    reason: null,
    inUseBy: [],
    calls: 0,
    rejected: 0,
    usd: 0,
    measuredUsd: 0,
    guessedUsd: 0,
    tokens: 0,
    guessedTokens: 0,
    models: [],
  });
  pool.coordinator[Symbol.dispose]();
  assert.equal(
    pool.store.transact(({ readAll }) => [...readAll()].length),
    0,
  );
});

class FailingStore extends MemoryStore {
  error: Error | null = null;
  /** It was written all the same. */
  isLate = false;

  override transact<T>(work: (entries: Entries) => T): T {
    if (this.error !== null && !this.isLate) throw this.error;
    const result = super.transact(work);
    if (this.error !== null) throw this.error;
    return result;
  }
}

for (const isLate of [false, true]) {
  test(`while the store fails nothing is handed out, ${isLate ? 'also if it did write' : 'and all is settled later'}`, async () => {
    const store = new FailingStore();
    const pool = new VirtualPool([makeCredential('k')], { store });
    const lease = await pool.get();
    store.error = new AgentOsError('STORAGE_FAILED', 'the disk is gone');
    store.isLate = isLate;
    pool.coordinator.release(lease, answered);
    const before = pool.clock.now();
    const refusal = await pool.refusal({ deadlineMs: 2_500 });
    assert.equal(pool.clock.now() - before, 2_500, 'it was tried again until then');
    assert.equal(refusal.code, 'CREDENTIALS_BUSY');
    assert.equal(refusal.earliestAt, pool.clock.now() + 5_000);
    assert.match(refusal.message, /the disk is gone/);
    assert.equal(pool.coordinator.snapshot().credentials.length, 1, 'what was seen last can be shown');
    assert.ok(pool.events.some(({ kind }) => kind === 'store-failed'));
    store.error = null;
    await pool.get();
    assert.equal(pool.count('leases'), 1);
    assert.equal(pool.count('tickets'), 0);
  });
}

test('a store that is busy for a moment costs those that wait no more than that', async () => {
  const store = new FailingStore();
  const pool = new VirtualPool([makeCredential('k')], { store });
  store.error = new AgentOsError('CREDENTIALS_LOCKED', 'it is held by another program');
  const waiting = pool.reserve();
  store.error = null;
  assert.ok((await pool.clock.drive(waiting)).credential === 'k');
  assert.equal(pool.clock.now(), 1_001_000);
});

test('a store of a newer format is not asked again', async () => {
  const store = new FailingStore();
  const pool = new VirtualPool([makeCredential('k')], { store });
  store.error = new AgentOsError('STATE_TOO_NEW', 'it is newer');
  await assert.rejects(pool.reserve(), { code: 'STATE_TOO_NEW' });
});

test('a defect of our own ends the handing out for good', async () => {
  const store = new FailingStore();
  const pool = new VirtualPool([makeCredential('k', { limits: { ...limits, concurrency: 1 } })], { store });
  const lease = await pool.get();
  const waiting = pool.reserve();
  store.error = new TypeError('no such thing');
  pool.coordinator.release(lease, answered);
  await assert.rejects(waiting, TypeError);
  store.error = null;
  await assert.rejects(pool.reserve(), TypeError);
});

/** A clock that somebody sets while things are going on. */
class SettableClock extends VirtualClock {
  offsetMs = 0;

  override now(): number {
    return super.now() + this.offsetMs;
  }
}

for (const hours of [1, -1]) {
  test(`a clock that is set by ${hours} h ends no rest, fills no limit and throws nobody out`, async () => {
    const clock = new SettableClock();
    const named = { ...limits, concurrency: 2, requestsPerMinute: 60 };
    const credentials = [makeCredential('k', { limits: named }), makeCredential('cold')];
    const pool = new VirtualPool(credentials, { clock });
    const startAt = clock.now();
    for (const _ of credentials) {
      const lease = await pool.get({ taskId: null });
      if (lease.credential === 'cold') pool.coordinator.release(lease, troubled('rate', { retryAt: startAt + 20_000 }));
    }
    await pool.get({ taskId: null });
    const waiting = pool.reserve({ taskId: null });
    clock.offsetMs = hours * 3_600_000;
    const lease = await clock.drive(waiting);
    assert.equal(lease.credential, 'cold');
    const passedMs = lease.reservedAt - startAt - clock.offsetMs;
    assert.ok(passedMs >= 19_000 && passedMs < 30_100, `it waited ${passedMs} ms`);
    assert.ok(pool.events.some(({ kind }) => kind === 'clock-stepped'));
  });
}
