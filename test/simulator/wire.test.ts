import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify } from '../../src/providers/wire/classify.ts';
import type { Fault, RateLimit } from '../../src/simulator/setup.ts';
import { ask, keyHeader } from './asking.ts';
import { clients, models } from './clients.ts';
import { makeKey, openScope, providerOf } from './setup.ts';

const at = Date.parse('2026-11-11T11:11:11.250Z');
const fixed = { now: () => at };
const twoAMinute: RateLimit = { kind: 'bucket', perMinute: 60, burst: 2 };

test('anthropic advertises limits in its headers, with times of full replenishment by its own clock', async () => {
  const limits = { requests: twoAMinute, inputTokens: { kind: 'bucket', perMinute: 600 } } as const;
  await using ours = await openScope('anthropic', { limits }, { ...fixed, clockSkewMs: 2000 });
  const { headers } = await ask('anthropic', ours.origin, ours.key);
  assert.equal(headers['anthropic-ratelimit-requests-limit'], '60');
  assert.equal(headers['anthropic-ratelimit-requests-remaining'], '1');
  assert.equal(headers['anthropic-ratelimit-requests-reset'], '2026-11-11T11:11:15Z');
  assert.equal(headers['anthropic-ratelimit-input-tokens-remaining'], '597');
  assert.equal(headers['date'], 'Wed, 11 Nov 2026 11:11:13 GMT');
  assert.match(headers['request-id'] ?? '', /^req_/);
});

test('anthropic says in whole seconds when to come back, and never sooner than it is true', async () => {
  await using ours = await openScope('anthropic', { limits: { requests: twoAMinute } }, fixed);
  await ask('anthropic', ours.origin, ours.key);
  await ask('anthropic', ours.origin, ours.key);
  const refused = await ask('anthropic', ours.origin, ours.key);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['retry-after-ms'], undefined);
  const { error, ...rest } = JSON.parse(refused.body);
  assert.equal(error.type, 'rate_limit_error');
  assert.deepEqual(rest, { type: 'error', request_id: 'req_sim00000003' });
});

test('openai advertises limits in its headers, with spans as Go writes them', async () => {
  const limits = { requests: twoAMinute, tokens: { kind: 'fixed', perMinute: 10 } } as const;
  for (const client of ['openai', 'openai-chat', 'openai-compatible'] as const) {
    await using ours = await openScope(providerOf[client], { limits }, fixed);
    const { headers } = await ask(client, ours.origin, ours.key);
    assert.equal(headers['x-ratelimit-limit-requests'], '60');
    assert.equal(headers['x-ratelimit-remaining-requests'], '1');
    assert.equal(headers['x-ratelimit-reset-requests'], '1s');
    assert.equal(headers['x-ratelimit-reset-tokens'], '48.75s');
    const refused = await ask(client, ours.origin, ours.key);
    assert.equal(refused.headers['retry-after-ms'], '48750');
    assert.equal(refused.headers['retry-after'], '49');
    const { error } = JSON.parse(refused.body);
    assert.deepEqual([error.type, error.code], ['tokens', 'rate_limit_exceeded']);
    assert.match(error.message, /try again in 48\.75s/);
  }
});

/** Name and data of every event of a stream. */
function eventsOf(body: string): { name: string | null; data: string }[] {
  assert.ok(body.endsWith('\n\n'));
  return body
    .slice(0, -2)
    .split('\n\n')
    .map((event) => {
      const [, name = null, data = ''] = /^(?:event: (.*)\n)?data: (.*)$/.exec(event) ?? [];
      return { name, data };
    });
}

test('events of a stream are named and numbered as their API does it', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client]);
    const { headers, body } = await ask(client, ours.origin, ours.key, true);
    assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
    const events = eventsOf(body);
    const isNamed = client === 'anthropic' || client === 'openai';
    const documents = events.filter(({ data }) => data !== '[DONE]').map(({ data }) => JSON.parse(data));
    assert.deepEqual(
      events.map(({ name }) => name),
      events.map((_, at) => (isNamed ? documents[at].type : null)),
      client,
    );
    if (client === 'openai')
      assert.deepEqual(
        documents.map((document) => document.sequence_number),
        documents.map((_, at) => at),
      );
    assert.equal(events.at(-1)?.data === '[DONE]', client === 'openai-chat' || client === 'openai-compatible');
  }
});

test('google has no header that tells of limits or waits', async () => {
  await using ours = await openScope('google', { limits: { requests: { kind: 'fixed', perMinute: 1 } } }, fixed);
  const replies = [await ask('google', ours.origin, ours.key), await ask('google', ours.origin, ours.key)];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 429],
  );
  for (const { headers } of replies)
    assert.deepEqual(
      Object.keys(headers).filter((name) => /limit|retry/.test(name)),
      [],
    );
});

test('a scope that hides its limits shows none, and still says when to come back if its provider always does', async () => {
  for (const client of clients) {
    const scope = { hidesLimits: true, limits: { requests: { kind: 'fixed', perMinute: 1 } } } as const;
    await using ours = await openScope(providerOf[client], scope, fixed);
    await ask(client, ours.origin, ours.key);
    const { headers, body } = await ask(client, ours.origin, ours.key);
    assert.ok(!Object.keys(headers).some((name) => /ratelimit/.test(name)), client);
    const isMute = client === 'google' || client === 'openai-compatible';
    assert.equal(headers['retry-after'] === undefined, isMute, client);
    if (client === 'openai-compatible') assert.doesNotMatch(body, /\d/);
  }
});

test('where a minute is shorter, waits are told in milliseconds as well', async () => {
  const limits = { requests: { kind: 'bucket', perMinute: 30, burst: 1 } } as const;
  await using ours = await openScope('anthropic', { limits }, { ...fixed, timeScale: 0.1 });
  const { headers } = await ask('anthropic', ours.origin, ours.key);
  assert.equal(headers['anthropic-ratelimit-requests-limit'], '300');
  assert.equal(headers['anthropic-ratelimit-requests-reset'], '2026-11-11T11:11:11.450Z');
  assert.equal((await ask('anthropic', ours.origin, ours.key)).headers['retry-after-ms'], '200');
});

const refusals: readonly Fault[] = [
  { kind: 'rate' },
  { kind: 'accel' },
  { kind: 'concurrency' },
  { kind: 'overload' },
  { kind: 'server-error' },
  { kind: 'revoked' },
  { kind: 'echo-key' },
  { kind: 'quota' },
];

test('our own classifier reads every refusal as what the log says it was', async () => {
  for (const client of clients) {
    for (const fault of refusals) {
      await using ours = await openScope(providerOf[client], { faults: [fault] });
      const reply = await ask(client, ours.origin, ours.key);
      const { kind } = classify(providerOf[client], reply, Date.now());
      const truth = ours.simulator.log[0]?.kind;
      const expected = client === 'google' && truth === 'accel' ? 'rate' : truth;
      assert.equal(kind, expected, `${client} ${fault.kind}: ${reply.body}`);
    }
  }
});

test('days and money are read as what they are, too', async () => {
  for (const client of clients) {
    for (const [limits, kind] of [
      [{ perDay: 1 }, 'quota-day'],
      [{ spendUsd: 0.000_01 }, 'quota'],
    ] as const) {
      await using ours = await openScope(providerOf[client], { limits });
      await ask(client, ours.origin, ours.key);
      const reply = await ask(client, ours.origin, ours.key);
      assert.equal(ours.simulator.log[1]?.kind, kind);
      const read = classify(providerOf[client], reply, Date.now()).kind;
      assert.equal(read, kind, `${client}: ${reply.body}`);
    }
  }
});

test('a refused key is shown by nobody in whole, by OpenAI in part, and by one fault in whole', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client]);
    const key = makeKey();
    const { body } = await ask(client, ours.origin, key);
    assert.ok(!body.includes(key), client);
    assert.equal(body.includes(key.slice(0, 8)) && body.includes(key.slice(-4)), client.startsWith('openai'), client);
    ours.simulator.set('one', { faults: [{ kind: 'echo-key' }] });
    assert.ok((await ask(client, ours.origin, ours.key)).body.includes(ours.key), client);
    assert.ok(!JSON.stringify(ours.simulator.log).includes(ours.key));
  }
});

test('a key opens no door of another provider', async () => {
  await using ours = await openScope('anthropic');
  assert.equal((await ask('openai', ours.origin, ours.key)).status, 401);
  assert.equal((await ask('google', ours.origin, ours.key)).status, 400);
  assert.deepEqual(
    ours.simulator.log.map(({ scope, kind }) => [scope, kind]),
    [
      [null, 'auth'],
      [null, 'auth'],
    ],
  );
});

test('models are listed and tokens counted without a limit, but not for a key that is revoked', async () => {
  const places = {
    anthropic: ['/v1/models', '/v1/messages/count_tokens'],
    openai: ['/v1/models', '/v1/responses/input_tokens'],
    google: ['/v1beta/models', `/v1beta/models/${models.google}:countTokens`],
  };
  for (const client of ['anthropic', 'openai', 'google'] as const) {
    await using ours = await openScope(providerOf[client], { models: ['only-this'], limits: { perDay: 0 } });
    const headers = keyHeader(client, ours.key);
    const [list = '', count = ''] = places[client];
    const listed = await fetch(ours.origin + list, { headers });
    assert.match(await listed.text(), /only-this/);
    const counted = await fetch(ours.origin + count, { method: 'POST', headers, body: '{"input":"12345678"}' });
    assert.equal(counted.status, 200);
    assert.match(await counted.text(), client === 'openai' ? /"input_tokens":2/ : /okens":0/);
    ours.simulator.set('one', { revokedKeys: [0] });
    assert.equal((await fetch(ours.origin + list, { headers })).ok, false);
    assert.deepEqual(
      ours.simulator.log.map(({ call, kind }) => `${call} ${kind}`),
      ['models answered', 'count answered', 'models auth'],
    );
  }
});

test('what is no request of the API is refused as one, and counts for nothing', async () => {
  await using ours = await openScope('openai', { models: ['only-this'], limits: { perDay: 1 } });
  const post = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${ours.key}` };
    return (await fetch(ours.origin + path, { method: 'POST', headers, body })).status;
  };
  assert.equal(await post('/v1/responses', 'no JSON'), 400);
  assert.equal(await post('/v1/responses', 'null'), 400);
  assert.equal(await post('/v1/responses', '{"model":"only-this"}'), 400);
  assert.equal(await post('/v1/responses', '{"model":"other","input":"x"}'), 404);
  assert.equal(await post('/v1/nothing', '{}'), 404);
  assert.equal(await post('/some/prefix/v1/responses', '{"model":"only-this","input":"x"}'), 200);
});
