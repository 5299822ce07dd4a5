import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { HandClock } from './hand-clock.ts';
import { openLoopbackUpstream, sendMessage } from './loopback-upstream.ts';
import { credentialsOf, makeCredential, openTestHouse, until } from './test-house.ts';

/** Time stands still unless a test moves it: no machine is too slow for a connection to be stale. */
class StillClock extends HandClock {
  at = 1_900_000_000_000;

  override now(): number {
    return this.at;
  }
}

const asks = [
  { provider: 'anthropic', path: '/v1/messages', header: 'x-api-key', before: '' },
  { provider: 'openai', path: '/v1/responses', header: 'authorization', before: 'Bearer ' },
  { provider: 'openai', path: '/v1/chat/completions', header: 'authorization', before: 'Bearer ' },
  { provider: 'openai-compatible', path: '/v1/chat/completions', header: 'authorization', before: 'Bearer ' },
  { provider: 'google', path: '/v1beta/models/gemini-x:generateContent', header: 'x-goog-api-key', before: '' },
] as const;

test('the real key goes to the provider in its own header, and nothing of the caller that is like one', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  for (const { provider, path, header, before } of asks) {
    const credentials = credentialsOf(`${upstream.origin}/base`, provider, 'only');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask({
      path: `/${provider}${path}?beta=true&key=${house.token}&%6bey=${house.token}&alt=proto&fields=x&%24alt=sse`,
      headers: {
        authorization: `Bearer ${house.token}`,
        'x-goog-api-key': house.token,
        cookie: 'session=1',
        'x-agentos-call': 'call-1',
        'openai-organization': 'org-other',
        'x-forwarded-for': '10.0.0.1',
        'anthropic-beta': 'some-beta',
        'accept-encoding': 'gzip',
      },
    });
    assert.equal(reply.status, 200);
    const seen = upstream.seen.at(-1);
    assert.ok(seen);
    assert.equal(seen.url, `/base${path}?beta=true`);
    assert.equal(seen.headers[header], before + house.keys.get('only'));
    assert.equal(seen.headers['accept-encoding'], 'identity');
    assert.equal(seen.headers['anthropic-beta'], 'some-beta', 'what the protocol needs goes through');
    assert.ok(!JSON.stringify(seen).includes(house.token), 'the token stays here');
    const keys = ['x-api-key', 'authorization', 'x-goog-api-key'].filter((name) => seen.headers[name] !== undefined);
    assert.deepEqual(keys, [header]);
    for (const name of ['cookie', 'x-agentos-call', 'openai-organization', 'x-forwarded-for', 'sec-fetch-mode']) {
      assert.equal(seen.headers[name], undefined, name);
    }
  }
});

test('behind a base URL with a version of its own, or with none, stands no other one', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  for (const path of ['/api/paas/v4/', '/inference/', '/']) {
    const credentials = credentialsOf(`${upstream.origin}${path}`, 'openai-compatible', 'only');
    await using house = await openTestHouse('', { credentials });
    const reply = await house.ask({ path: '/openai-compatible/v1/chat/completions' });
    assert.deepEqual([reply.status, upstream.seen.at(-1)?.url], [200, `${path}chat/completions`]);
  }
});

test('the body goes to the provider byte for byte', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  const body = '{ "model":"claude-test-1",\n"text":"\\u00e9 ü 𝄞"  }';
  await house.ask({ body });
  assert.equal(upstream.seen[0]?.body, body);
});

test('a server that wants no key gets none', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const credentials = credentialsOf(upstream.origin, 'openai-compatible', 'local');
  await using house = await openTestHouse('', { credentials });
  (house.keys as Map<string, string>).clear();
  await house.ask({ path: '/openai-compatible/v1/chat/completions' });
  assert.equal(upstream.seen[0]?.headers.authorization, undefined);
});

test('a redirect is not followed: the key does not travel, and the caller is told at once', async () => {
  await using elsewhere = await openLoopbackUpstream((response) => sendMessage(response));
  for (const status of [301, 302, 303, 307, 308]) {
    await using upstream = await openLoopbackUpstream((response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/v1/messages` }).end();
    });
    await using house = await openTestHouse(upstream.origin);
    const reply = await house.ask();
    assert.equal(reply.status, 400);
    assert.equal(reply.headers.get('x-agentos-final'), 'request');
    assert.equal(reply.headers.get('location'), null);
    assert.equal(upstream.seen.length, 1);
    assert.equal(house.desk.observations[0]?.trouble?.kind, 'request');
  }
  assert.equal(elsewhere.seen.length, 0);
});

test('a reply that is not read to its end does not keep its connection', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(302, { location: '/' }).write('more is to come');
  });
  await using house = await openTestHouse(upstream.origin);
  assert.equal((await house.ask()).status, 400);
  await until(() => upstream.abandoned === 1);
});

test("a credential that cannot be opened is nobody else's trouble, and is not tried again", async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const secrets = {
    open(): string {
      throw new AgentOsError('SECRET_LOST', 'The secret of first is gone');
    },
  };
  await using house = await openTestHouse(upstream.origin, { secrets });
  const reply = await house.ask();
  assert.equal(reply.headers.get('x-agentos-final'), 'request');
  assert.equal(reply.headers.get('x-agentos-reason'), 'The secret of first is gone');
  assert.equal(house.desk.released.length, 1);
});

test('a compressed reply is refused: it could not be measured', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end('x');
  });
  await using house = await openTestHouse(upstream.origin);
  const reply = await house.ask();
  assert.equal(reply.headers.get('x-agentos-final'), 'request');
  assert.equal(upstream.seen.length, 1);
});

/** Answers the first request of every connection, and treats the second one as it is told. */
async function openFickle(onSecond: (socket: Socket) => void): Promise<AsyncDisposable & { readonly origin: string }> {
  const body = '{"id":"msg_1"}';
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head + body);
      socket.once('data', () => onSecond(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

test('a kept connection that the provider has closed costs the caller nothing', async () => {
  let seconds = 0;
  // As if it had been closed a moment before.
  await using upstream = await openFickle((socket) => {
    seconds += 1;
    socket.resetAndDestroy();
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock: new StillClock() });
  for (let round = 0; round < 3; round += 1) assert.equal((await house.ask()).status, 200);
  assert.equal(seconds, 1);
  assert.deepEqual(
    house.desk.observations.map(({ trouble }) => trouble),
    [null, null, null],
  );
});

test('a connection that is closed later was heard: the request is repeated as any other, and counted', async () => {
  const clock = new StillClock();
  let seconds = 0;
  await using upstream = await openFickle((socket) => {
    seconds += 1;
    clock.at += 1001;
    socket.resetAndDestroy();
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 1, clock });
  for (let round = 0; round < 2; round += 1) assert.equal((await house.ask()).status, 200);
  assert.equal(seconds, 1);
  assert.deepEqual(
    house.entries.map(({ trouble, repeat }) => [trouble, repeat]),
    [
      [null, 0],
      ['transient', 0],
      [null, 1],
    ],
  );
});

test('a connection that is closed in the midst of a head was heard, too', async () => {
  await using upstream = await openFickle((socket) => socket.end('HTTP/1.1 200'));
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock: new StillClock() });
  const statuses = [(await house.ask()).status, (await house.ask()).status];
  assert.deepEqual(statuses, [200, 502]);
});

test('side endpoints have a lease, too, and cost nothing', async () => {
  await using upstream = await openLoopbackUpstream((response, { url }) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url }));
  });
  const credentials = [makeCredential('first', upstream.origin, { models: ['claude-test-1'] })];
  await using house = await openTestHouse('', { credentials });
  const counted = await house.ask({ path: '/anthropic/v1/messages/count_tokens' });
  assert.equal(counted.status, 200);
  const headers = { 'x-api-key': house.token };
  const listed = await fetch(`${house.gateway.origin}/anthropic/v1/models?limit=1`, { headers });
  assert.deepEqual(await listed.json(), { url: '/v1/models?limit=1' });
  const head = await fetch(`${house.gateway.origin}/anthropic/v1/models`, { method: 'HEAD', headers });
  assert.equal(head.status, 200);
  assert.deepEqual(
    upstream.seen.map(({ method }) => method),
    ['POST', 'GET', 'HEAD'],
  );
  assert.deepEqual(
    house.desk.requests.map(({ model }) => model),
    Array(3).fill('claude-test-1'),
  );
  assert.deepEqual(
    house.entries.map(({ usd }) => usd),
    [0, 0, 0],
  );
  assert.equal(house.desk.inFlight, 0);
});
