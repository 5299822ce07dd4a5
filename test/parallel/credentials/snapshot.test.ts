import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, troubled, VirtualPool } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const budget = { usdPerDay: null, tokensPerDay: null };

test('a budget that no call fits into any more is exhausted until midnight UTC, also if a little is left', async () => {
  const pool = new VirtualPool([makeCredential('k', { budget: { ...budget, tokensPerDay: 5_000 } })]);
  await pool.call({ ...answered, usage: { ...usage, inputTokens: 1_500 } });
  const least = (tokens: number) => pool.coordinator.snapshot(() => ({ usd: null, tokens })).credentials[0];
  assert.equal(least(3_500)?.state, 'ready', 'what is left is just enough');
  const seen = least(3_501);
  assert.equal(seen?.state, 'exhausted');
  assert.match(seen?.reason ?? '', /^3500 tokens are left of its budget for today, and a call may take 3500$/);
  const midnight = new Date(seen?.untilAt ?? 0);
  assert.deepEqual([midnight.getUTCHours(), midnight.getUTCMinutes()], [0, 0]);
  assert.ok((seen?.untilAt ?? 0) > pool.clock.now());
});

test('the same for money; and what nobody can price is not judged by it', async () => {
  const pool = new VirtualPool([makeCredential('k', { budget: { ...budget, usdPerDay: 1 } })]);
  await pool.call({ ...answered, usd: 0.6 });
  const state = (usd: number | null) =>
    pool.coordinator.snapshot(() => ({ usd, tokens: null })).credentials[0]?.state ?? null;
  assert.deepEqual([state(0.4), state(0.41), state(null)], ['ready', 'exhausted', 'ready']);
});

test('what a call may take is asked for with the models that the credential was used for', async () => {
  const pool = new VirtualPool([makeCredential('k'), makeCredential('other')]);
  await pool.call(answered, { model: 'seen' });
  const asked = new Map<string, readonly string[]>();
  pool.coordinator.snapshot(({ name }, models) => {
    asked.set(name, models);
    return { usd: null, tokens: null };
  });
  assert.deepEqual([...asked.keys()], ['k', 'other']);
  assert.ok([...asked.values()].some((models) => models.includes('seen')));
});

test('while a provider is overloaded, every credential of that address rests until its breaker lets one call try', async () => {
  const away = { baseUrl: 'https://elsewhere.example' };
  const pool = new VirtualPool([makeCredential('a'), makeCredential('b'), makeCredential('c', away)]);
  for (let count = 0; count < 3; count += 1) await pool.call(troubled('overload', { status: 529 }));
  const seen = pool.coordinator.snapshot().credentials;
  const here = seen.filter(({ state }) => state === 'cooling');
  assert.ok(here.length >= 1);
  for (const { untilAt, reason } of here) {
    assert.match(reason ?? '', /is overloaded$/);
    assert.ok((untilAt ?? 0) > pool.clock.now());
  }
  const [untilAt = 0] = here.map((one) => one.untilAt ?? 0);
  await pool.clock.drive(pool.clock.sleep(untilAt - pool.clock.now() + 1));
  assert.ok(pool.coordinator.snapshot().credentials.every(({ state }) => state === 'ready'));
});

test('a model that is overloaded keeps nobody from another one, and is told by its name', async () => {
  const pool = new VirtualPool([makeCredential('a'), makeCredential('b', { models: ['small'] })]);
  for (let count = 0; count < 3; count += 1) await pool.call(troubled('overload', { status: 503 }), { model: 'large' });
  assert.equal((await pool.call(answered, { model: 'small' })).waitedMs, 0);
  const { credentials, providers } = pool.coordinator.snapshot();
  assert.deepEqual(
    credentials.map(({ state, reason }) => `${state} ${reason}`),
    ['cooling openai:large is overloaded', 'ready null'],
  );
  const untilAt = providers[0]?.untilAt ?? 0;
  assert.ok(untilAt > pool.clock.now());
  assert.deepEqual(providers, [{ provider: 'openai', model: 'large', breaker: 'open', untilAt }]);
  assert.ok((await pool.call(answered, { model: 'large' })).reservedAt >= untilAt);
  const told = pool.events.flatMap((event) => (event.kind === 'breaker-opened' ? event.model : []));
  assert.deepEqual(told, ['large']);
  assert.deepEqual(pool.coordinator.snapshot().providers, [
    { provider: 'openai', model: null, breaker: 'closed', untilAt: null },
  ]);
});

test('a key that the provider takes again is not disabled any more; one that a person switched off is', async () => {
  const pool = new VirtualPool([makeCredential('a'), makeCredential('b')]);
  const stateOf = (name: string) => pool.coordinator.snapshot().credentials.find((one) => one.name === name)?.state;
  const lease = await pool.call(troubled('auth', { status: 401 }));
  const [mine, other] = lease.credential === 'a' ? ['a', 'b'] : ['b', 'a'];
  assert.equal(stateOf(mine ?? ''), 'disabled');
  pool.coordinator.acceptKey(mine ?? '');
  assert.equal(stateOf(mine ?? ''), 'ready');
  pool.coordinator.disable(other ?? '', 'not now');
  pool.coordinator.acceptKey(other ?? '');
  assert.equal(stateOf(other ?? ''), 'disabled');
});

const usage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
