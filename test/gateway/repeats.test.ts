import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Repeats } from '../../src/gateway/repeats.ts';
import type { Trouble, TroubleKind } from '../../src/model/exchange.ts';
import { refuse } from './lease-desk.ts';
import { event, openLoopbackUpstream, sendError, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { credentialsOf, openTestHouse } from './test-house.ts';

function makeTrouble(kind: TroubleKind, retryAt: number | null = null): Trouble {
  return { kind, retryAt, isModelOnly: false, dimension: null, status: null, message: kind };
}

function open(maxRetries: number, ...scopes: readonly string[]): Repeats {
  return openAfter(0, maxRetries, ...scopes);
}

function openAfter(repeatsUsed: number, maxRetries: number, ...scopes: readonly string[]): Repeats {
  const rule = { maxRetries, repeatsUsed, scopes: new Set(scopes), credentials: scopes.length, isBilled: true };
  return new Repeats({ ...rule, random: () => 0.5 });
}

test('what the coordinator paces is asked again at once, and as often as it may be', () => {
  for (const kind of ['rate', 'accel', 'unknown-429'] as const) {
    const repeats = open(2, 'a');
    assert.deepEqual(repeats.decide(makeTrouble(kind), 'a', 0), { kind: 'again', waitMs: 0 });
    assert.deepEqual(repeats.decide(makeTrouble(kind, 99), 'a', 0), { kind: 'again', waitMs: 0 });
    assert.deepEqual(repeats.decide(makeTrouble(kind), 'a', 0), { kind: 'used-up' });
    assert.equal(repeats.count, 2);
  }
});

test('a model that one key has not got is asked for with another; where none has it, that is the answer', async () => {
  for (const missing of [1, 2]) {
    await using upstream = await openLoopbackUpstream((response, _, at) => {
      if (at >= missing) return sendMessage(response);
      sendError(response, 404, 'not_found_error', {}, 'model: claude-test-1');
    });
    const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask();
    assert.equal(reply.status, missing === 1 ? 200 : 404);
    const troubles = house.desk.observations.map(({ trouble }) => trouble && [trouble.kind, trouble.isModelOnly]);
    // The first is not used for it any more; of the last one it is not believed, for it may be better tomorrow.
    assert.deepEqual(troubles, [['auth', true], missing === 1 ? null : ['request', true]]);
  }
});

test('a server that does not count tokens has the model none the less', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    sendError(response, 404, 'not_found_error', {}, 'no such route for this model');
  });
  const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second');
  await using house = await openTestHouse('', { credentials });
  assert.equal((await house.ask({ path: '/anthropic/v1/messages/count_tokens' })).status, 404);
  assert.deepEqual(
    house.desk.observations.map(({ trouble }) => trouble?.kind),
    ['request'],
  );
});

test('what the caller has repeated itself is gone from its repeats, and rests go on growing', () => {
  const repeats = openAfter(3, 4, 'a');
  assert.deepEqual(repeats.decide(makeTrouble('transient'), 'a', 0), { kind: 'again', waitMs: 40_000 });
  assert.deepEqual(repeats.decide(makeTrouble('transient'), 'a', 0), { kind: 'used-up' });
  assert.equal(repeats.count, 1);
});

test('what nobody paces waits as the provider says, else for longer each time, unless another scope is there', () => {
  const alone = open(5, 'a');
  assert.deepEqual(alone.decide(makeTrouble('transient', 1300), 'a', 1000), { kind: 'again', waitMs: 300 });
  assert.deepEqual(alone.decide(makeTrouble('transient'), 'a', 0), { kind: 'again', waitMs: 10_000 });
  assert.deepEqual(alone.decide(makeTrouble('transient'), 'a', 0), { kind: 'again', waitMs: 20_000 });
  const two = open(5, 'a', 'b');
  assert.deepEqual(two.decide(makeTrouble('transient'), 'a', 0), { kind: 'again', waitMs: 0 });
  assert.deepEqual(two.decide(makeTrouble('transient'), 'b', 0), { kind: 'again', waitMs: 10_000 });
  const stuck = open(5, 'a', 'b');
  assert.deepEqual(stuck.decide(makeTrouble('transient'), 'a', 0), { kind: 'again', waitMs: 0 });
  assert.deepEqual(
    stuck.decide(makeTrouble('transient'), 'a', 0),
    { kind: 'again', waitMs: 10_000 },
    'the same scope came',
  );
  assert.deepEqual(stuck.decide(makeTrouble('transient'), 'b', 0), { kind: 'again', waitMs: 20_000 });
  const overloaded = open(5, 'a', 'b').decide(makeTrouble('overload'), 'a', 0);
  assert.deepEqual(overloaded, { kind: 'again', waitMs: 500 }, 'no other credential helps');
});

test('too many at once is asked again at once the first time, and later after a rest', () => {
  const repeats = open(5, 'a');
  assert.deepEqual(repeats.decide(makeTrouble('concurrency'), 'a', 0), { kind: 'again', waitMs: 0 });
  assert.deepEqual(repeats.decide(makeTrouble('concurrency'), 'a', 0), { kind: 'again', waitMs: 10_000 });
});

test('a dead credential is no repeat: every other one is tried, and no more', () => {
  const repeats = open(0, 'a', 'b', 'c');
  for (let at = 0; at < 3; at += 1) {
    assert.deepEqual(repeats.decide(makeTrouble(at === 1 ? 'quota' : 'auth'), 'a', 0), { kind: 'again', waitMs: 0 });
  }
  assert.deepEqual(repeats.decide(makeTrouble('auth'), 'a', 0), { kind: 'final' });
  assert.equal(repeats.count, 0);
  assert.deepEqual(open(5, 'a').decide(makeTrouble('request'), 'a', 0), { kind: 'final' });
});

const refusals: [string, number, string, Record<string, string>][] = [
  ['rate', 429, 'rate_limit_error', { 'retry-after': '1' }],
  ['overload', 529, 'overloaded_error', {}],
  ['transient', 500, 'api_error', {}],
  ['auth', 401, 'authentication_error', {}],
  ['quota', 402, 'billing_error', {}],
];

for (const [kind, status, type, headers] of refusals) {
  test(`${status} is observed as ${kind}, and the next credential answers`, async () => {
    await using upstream = await openLoopbackUpstream((response, _request, at) => {
      if (at === 0) sendError(response, status, type, headers);
      else sendMessage(response);
    });
    const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask();
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('x-agentos-final'), null);
    assert.deepEqual(
      house.desk.observations.map(({ trouble }) => trouble?.kind ?? null),
      [kind, null],
    );
    assert.deepEqual(
      house.entries.map(({ credential, repeat }) => [credential, repeat]),
      [
        ['first', 0],
        ['second', 1],
      ],
    );
    assert.deepEqual(
      upstream.seen.map((seen) => seen.headers['x-api-key']),
      [...house.keys.values()],
    );
  });
}

test('a wrong request goes back at once, as the provider answered it', async () => {
  await using upstream = await openLoopbackUpstream((response) =>
    sendError(response, 400, 'invalid_request_error', { 'request-id': 'req_1' }, 'max_tokens: too large'),
  );
  await using house = await openTestHouse(upstream.origin);
  const reply = await house.ask();
  assert.equal(reply.status, 400);
  assert.equal(reply.headers.get('request-id'), 'req_1');
  assert.deepEqual(await reply.json(), {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'max_tokens: too large' },
  });
  assert.equal(upstream.seen.length, 1);
});

test('when the repeats are used up the caller is told when to come again, and what it was', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) =>
    sendError(response, 500, 'api_error', {}, `number ${at}`),
  );
  await using house = await openTestHouse(upstream.origin, { maxRetries: 2 });
  const reply = await house.ask();
  assert.equal(reply.status, 429);
  assert.equal(reply.headers.get('x-agentos-parked-for'), 'outage');
  assert.match(reply.headers.get('x-agentos-reason') ?? '', /number 2/);
  assert.equal(reply.headers.get('x-should-retry'), 'false');
  assert.equal(upstream.seen.length, 3);
  assert.equal(house.desk.inFlight, 0);
});

const usedBefore: [string, number][] = [
  ['0', 3],
  ['2', 1],
  ['3', 0],
  ['99', 0],
  ['-1', 3],
  ['1.5', 3],
  ['two', 3],
  ['', 3],
];

for (const [used, left] of usedBefore) {
  test(`of three repeats ${left} are left to a caller that says it has used "${used}"`, async () => {
    await using upstream = await openLoopbackUpstream((response) => sendError(response, 500, 'api_error'));
    await using house = await openTestHouse(upstream.origin, { maxRetries: 3 });
    const reply = await house.ask({ headers: { 'x-agentos-repeats-used': used } });
    assert.equal(reply.headers.get('x-agentos-parked-for'), 'outage');
    assert.equal(upstream.seen.length, left + 1);
    assert.equal(upstream.seen[0]?.headers['x-agentos-repeats-used'], undefined);
  });
}

test('without any reply the answer is 502, and says what it was', async () => {
  await using upstream = await openLoopbackUpstream((response) => response.destroy());
  await using house = await openTestHouse(upstream.origin, { maxRetries: 1 });
  const reply = await house.ask();
  assert.equal(reply.status, 502);
  assert.equal(reply.headers.get('x-agentos-final'), 'transient');
  assert.deepEqual(
    house.desk.observations.map(({ trouble }) => trouble?.kind),
    ['transient', 'transient'],
  );
});

test('a provider that cannot be reached is trouble of the network, and nothing was spent', async () => {
  const gone = await openLoopbackUpstream(() => undefined);
  await gone[Symbol.asyncDispose]();
  await using house = await openTestHouse(gone.origin, { maxRetries: 0 });
  const reply = await house.ask();
  assert.equal(reply.status, 429);
  assert.match(reply.headers.get('x-agentos-reason') ?? '', /ECONNREFUSED/);
  assert.equal(house.desk.observations[0]?.usd, 0);
});

const earlyErrors: [string, string, string][] = [
  ['overload', 'a first event', event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } })],
  [
    'overload',
    'one after pings and comments',
    `: hi\n\nevent: ping\ndata: {"type":"ping"}\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n`,
  ],
  [
    'quota',
    "OpenAI's words",
    `data: {"type":"error","error":{"type":"insufficient_quota","code":"insufficient_quota","message":"no"}}\r\n\r\n`,
  ],
];

for (const [kind, name, bytes] of earlyErrors) {
  test(`200 with an error in the stream is no answer: ${name}`, async () => {
    await using upstream = await openLoopbackUpstream((response, _request, at) => {
      if (at === 0) startStream(response).end(bytes);
      else startStream(response).end(streamEvents.join(''));
    });
    const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask({ isStream: true });
    assert.equal(await reply.text(), streamEvents.join(''));
    assert.deepEqual(
      house.desk.observations.map(({ trouble }) => trouble?.kind ?? null),
      [kind, null],
    );
  });
}

test('an error at the beginning of a stream is waited for, too, when the repeats are used up', async () => {
  const bytes = event({ type: 'error', error: { type: 'api_error', message: 'broken' } });
  await using upstream = await openLoopbackUpstream((response) => startStream(response).end(bytes));
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0 });
  const reply = await house.ask({ isStream: true });
  assert.equal(reply.status, 429);
  assert.match(reply.headers.get('x-agentos-reason') ?? '', /broken/);
});

for (const [start, rest] of [
  ['{ "err', 'or": {"code": 502, "message": "Provider returned error"}}'],
  ['\n\n{"type":', '"error","request_id":null,"error":{"type":"api_error","message":"broken"}}'],
] as const) {
  test(`200 with nothing but an error as its body is no answer either: ${start.trim()}`, async () => {
    await using upstream = await openLoopbackUpstream((response, _request, at) => {
      if (at > 0) return sendMessage(response);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(start);
      setTimeout(() => response.end(rest), 5);
    });
    const credentials = credentialsOf(upstream.origin, 'openai-compatible', 'first', 'second');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask({ path: '/openai-compatible/v1/chat/completions' });
    assert.equal(reply.status, 200);
    assert.deepEqual(
      house.desk.observations.map(({ trouble }) => trouble?.kind ?? null),
      ['transient', null],
    );
  });
}

test('when the last usable credential dies, the caller is refused for good and told why', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendError(response, 401, 'authentication_error'));
  await using house = await openTestHouse(upstream.origin);
  house.desk.script.push(null, refuse('CREDENTIALS_EXHAUSTED', null));
  const reply = await house.ask();
  assert.equal(reply.status, 403);
  assert.equal(reply.headers.get('x-agentos-refused'), 'credential');
  assert.equal(upstream.seen.length, 1);
});

test('where a call got no answer is told with the next reservation, and a limit is no silence', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 0) sendError(response, 429, 'rate_limit_error', { 'retry-after': '1' });
    else if (at === 1) sendError(response, 502, 'api_error');
    else sendMessage(response);
  });
  const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second', 'third');
  await using house = await openTestHouse('', { credentials });
  const avoided: string[][] = [];
  const note = async ({ avoids = new Set<string>() }: { readonly avoids?: ReadonlySet<string> }) => {
    avoided.push([...avoids]);
    return null;
  };
  house.desk.script.push(note, note, note);
  assert.equal((await house.ask()).status, 200);
  assert.deepEqual(avoided, [[], [], ['second']]);
});
