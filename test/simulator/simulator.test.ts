import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TruthEntry } from '../../src/simulator/setup.ts';
import { openSimulator } from '../../src/simulator/simulator.ts';
import { ask } from './asking.ts';
import { makeKey, openScope } from './setup.ts';

test('keys alone decide the scope, also of providers that speak alike', async () => {
  const keys = [makeKey(), makeKey(), makeKey(), makeKey()] as const;
  await using simulator = await openSimulator({
    scopes: [
      { id: 'acme', provider: 'openai', keys: [keys[0], keys[1]] },
      { id: 'groq', provider: 'openai-compatible', keys: [keys[2]] },
      { id: 'deepseek', provider: 'openai-compatible', keys: [keys[3]] },
    ],
  });
  for (const key of keys) await ask('openai-chat', simulator.origin, key);
  assert.deepEqual(
    simulator.log.map(({ scope, keyIndex, provider }) => [scope, keyIndex, provider]),
    [
      ['acme', 0, 'openai'],
      ['acme', 1, 'openai'],
      ['groq', 0, 'openai-compatible'],
      ['deepseek', 0, 'openai-compatible'],
    ],
  );
});

test('a key that is in two scopes is refused at the door, and not shown', async () => {
  const key = makeKey();
  const scopes = ['x', 'y'].map((id) => ({ id, provider: 'openai' as const, keys: [key] }));
  await assert.rejects(openSimulator({ scopes }), (error) => {
    assert.ok(error instanceof Error);
    return /"x" and "y"/.test(error.message) && !error.message.includes(key);
  });
});

/** The most that were served at once, recomputed from the times alone. */
function peakOf(log: readonly TruthEntry[]): number {
  const served = log.filter(({ kind }) => kind === 'answered');
  return Math.max(
    ...served.map(({ startAt }) => served.filter((one) => one.startAt <= startAt && one.endAt > startAt).length),
  );
}

test('no more are served at once than the scope allows, and the log can tell', async () => {
  const gate = Promise.withResolvers<string>();
  await using ours = await openScope('openai', { limits: { concurrency: 3 } }, { answer: () => gate.promise });
  const statuses: number[] = [];
  const calls = Array.from({ length: 9 }, async () => {
    statuses.push((await ask('openai', ours.origin, ours.key)).status);
    if (statuses.length === 6) gate.resolve('Now.');
  });
  await Promise.all(calls);
  assert.deepEqual(statuses, [429, 429, 429, 429, 429, 429, 200, 200, 200]);
  assert.equal(peakOf(ours.simulator.log), 3);
  for (const { kind, inflightAtStart } of ours.simulator.log) assert.equal(kind === 'answered', inflightAtStart <= 3);
});

test('whoever has seen the end of an answer finds its place free', async () => {
  await using ours = await openScope('anthropic', { limits: { concurrency: 1 }, service: [1] });
  for (let round = 0; round < 100; round += 1) {
    const { status } = await ask('anthropic', ours.origin, ours.key, round % 2 === 0);
    assert.equal(status, 200, `round ${round}`);
  }
});

test('an answer takes as long as was drawn for it, and a stream begins before its end', async () => {
  await using ours = await openScope('anthropic', { service: [120] });
  await ask('anthropic', ours.origin, ours.key);
  await ask('anthropic', ours.origin, ours.key, true);
  for (const { startAt, endAt } of ours.simulator.log) assert.ok(endAt - startAt >= 115, `${endAt - startAt}`);
});

test('a reset brings everything back to how it began', async () => {
  await using ours = await openScope('openai', { limits: { perDay: 1 } });
  ours.simulator.set('one', { revokedKeys: [0] });
  assert.equal((await ask('openai', ours.origin, ours.key)).status, 401);
  ours.simulator.reset();
  assert.equal(ours.simulator.log.length, 0);
  assert.equal((await ask('openai', ours.origin, ours.key)).status, 200);
  assert.equal((await ask('openai', ours.origin, ours.key)).status, 429);
  assert.throws(() => ours.simulator.set('other', {}), { code: 'SCOPE_UNKNOWN' });
});

test('every entry goes to the listener of the log as well, without a key', async () => {
  const entries: TruthEntry[] = [];
  await using ours = await openScope('google', {}, { log: (entry) => void entries.push(entry) });
  await ask('google', ours.origin, ours.key);
  await ask('google', ours.origin, makeKey());
  assert.deepEqual(entries, ours.simulator.log);
  assert.ok(!JSON.stringify(entries).includes(ours.key));
});

test('an answer may be made by whoever opened it, and one that throws is an error of the server', async () => {
  const seen: unknown[] = [];
  const answer = async (request: { prompt: string; system: string }) => {
    seen.push(request);
    if (request.prompt.includes('throw')) throw new Error('no idea');
    return `You said: ${request.prompt}`;
  };
  await using ours = await openScope('anthropic', { limits: { concurrency: 1 } }, { answer });
  const say = async (content: unknown) => {
    const body = {
      model: 'm',
      max_tokens: 99,
      system: [{ type: 'text', text: 'Be.' }],
      messages: [{ role: 'user', content }],
    };
    const headers = { 'x-api-key': ours.key };
    return fetch(`${ours.origin}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  assert.equal((await say('throw')).status, 500);
  const reply = await say([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ]);
  assert.match(await reply.text(), /You said: one\\ntwo/);
  const common = { provider: 'anthropic', scope: 'one', model: 'm', system: 'Be.', schema: null, toolResults: [] };
  assert.deepEqual(seen, [
    { ...common, prompt: 'throw' },
    { ...common, prompt: 'one\ntwo' },
  ]);
});

test('a hundred streams at once are all whole', async () => {
  await using ours = await openScope('openai', { service: [200] });
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask('openai-chat', ours.origin, ours.key, true)));
  assert.ok(replies.every(({ status, body }) => status === 200 && body.endsWith('data: [DONE]\n\n')));
});

test('a port that is taken is told as such', async () => {
  await using ours = await openScope('openai');
  const port = Number(new URL(ours.origin).port);
  await assert.rejects(openSimulator({ port, scopes: [] }), { code: 'PORT_UNAVAILABLE' });
});
