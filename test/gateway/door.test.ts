import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openLoopbackUpstream, sendMessage } from './loopback-upstream.ts';
import { openTestHouse, withHouse } from './test-house.ts';

/** By node:http, which lets a test say what `fetch` would not. */
async function rawStatus(
  origin: string,
  options: { path?: string; method?: string; headers: Readonly<Record<string, string>> },
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }> {
  const { port } = new URL(origin);
  return await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/anthropic/v1/messages', method: 'POST', ...options });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.end(sent.method === 'POST' ? '{}' : undefined);
  });
}

test('a foreign host, an origin and a cross-site fetch are refused, whatever token they bring', async () => {
  await withHouse(async ({ gateway, token }, upstream) => {
    const { host, port } = new URL(gateway.origin);
    const cases: [Record<string, string>, number][] = [
      [{ host: `evil.example:${port}` }, 421],
      [{ host: '127.0.0.1' }, 421],
      [{ host: `127.0.0.1:${port}.evil.example` }, 421],
      [{ host, origin: gateway.origin }, 403],
      [{ host, origin: 'null' }, 403],
      [{ host, 'sec-fetch-site': 'cross-site' }, 403],
      [{ host, 'sec-fetch-site': 'same-site' }, 403],
      [{ host, 'sec-fetch-site': 'same-origin' }, 403],
    ];
    for (const [headers, expected] of cases) {
      const { status } = await rawStatus(gateway.origin, { headers: { ...headers, 'x-api-key': token } });
      assert.equal(status, expected, JSON.stringify(headers));
    }
    assert.equal(upstream.seen.length, 0);
  });
});

test('it listens on 127.0.0.1 and nowhere else', async () => {
  await withHouse(async ({ gateway }) => {
    const { hostname, port } = new URL(gateway.origin);
    assert.equal(hostname, '127.0.0.1');
    const error = await new Promise((resolve) => {
      connect(Number(port), '127.0.0.2')
        .on('error', resolve)
        .on('connect', () => resolve(null));
    });
    assert.ok(error instanceof Error, 'another address of the machine answers');
  });
});

test('unknown paths are not found, and known ones want their method', async () => {
  await withHouse(async ({ gateway, token }, upstream) => {
    const headers = { 'x-api-key': token };
    const at = (method: string, path: string) => rawStatus(gateway.origin, { method, path, headers });
    for (const path of [
      '/',
      '/v1/messages',
      '/anthropic',
      '/anthropic/v1/files',
      '/evil/v1/messages',
      '/anthropic/v1/messages/',
    ]) {
      assert.equal((await at('POST', path)).status, 404, path);
    }
    for (const path of [
      '/google/v1beta/models/..%2f..:generateContent',
      '/anthropic/v1/../v1/messages',
      'http://evil.example/anthropic/v1/messages',
    ]) {
      assert.equal((await at('POST', path)).status, 404, path);
    }
    const wrong = await at('GET', '/anthropic/v1/messages');
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers['allow'], 'POST');
    assert.equal((await at('DELETE', '/anthropic/v1/models')).status, 405);
    assert.equal((await at('POST', '/receipts/x')).status, 405);
    assert.equal(upstream.seen.length, 0);
  });
});

test('without a valid token the answer is 401 in the shape of the provider', async () => {
  await withHouse(async (house, upstream) => {
    const bodies = [
      [
        '/anthropic/v1/messages',
        { type: 'error', error: { type: 'authentication_error', message: 'The token is not valid' } },
      ],
      [
        '/openai/v1/responses',
        {
          error: {
            message: 'The token is not valid',
            type: 'invalid_request_error',
            code: 'invalid_api_key',
            param: null,
          },
        },
      ],
      [
        '/google/v1beta/models/gemini-x:generateContent',
        { error: { code: 401, message: 'The token is not valid', status: 'UNAUTHENTICATED', details: [] } },
      ],
    ] as const;
    for (const [path, expected] of bodies) {
      for (const key of [
        '',
        'agentos-guessed',
        house.token.slice(0, -1),
        `${house.token}x`,
        house.token.toUpperCase(),
      ]) {
        const reply = await house.ask({ path, headers: { 'x-api-key': key } });
        assert.equal(reply.status, 401);
        assert.equal(reply.headers.get('x-agentos-refused'), 'token');
        assert.deepEqual(await reply.json(), expected);
      }
    }
    assert.equal(upstream.seen.length, 0);
  });
});

test("a token is taken where the providers' clients put their keys, and not from a query", async () => {
  await withHouse(async ({ gateway, token }) => {
    const { host } = new URL(gateway.origin);
    const body = (headers: Record<string, string>, query = '') =>
      rawStatus(gateway.origin, { path: `/anthropic/v1/messages${query}`, headers: { host, ...headers } });
    for (const headers of [{ 'x-api-key': token }, { authorization: `Bearer ${token}` }, { 'x-goog-api-key': token }]) {
      assert.equal((await body(headers)).status, 400, 'it is let in, and names no model');
    }
    assert.equal((await body({}, `?key=${token}`)).status, 401);
    assert.equal((await body({ authorization: `Basic ${token}` })).status, 401);
  });
});

test('tokens differ, and one that is revoked is worth nothing', async () => {
  await withHouse(async (house) => {
    const other = house.gateway.issueToken({ taskId: 'two', role: 'drafter', models: null, isAgent: false });
    assert.notEqual(other, house.token);
    assert.ok(other.length > 43, '256 bits');
    house.gateway.revoke(house.token);
    assert.equal((await house.ask()).status, 401);
    assert.equal((await house.ask({ headers: { 'x-api-key': other } })).status, 200);
    assert.deepEqual(
      house.entries.map(({ taskId }) => taskId),
      ['two'],
    );
  });
});

test('a token is good for its models alone, under any of their names', async () => {
  await withHouse(async (house, upstream) => {
    const models = [{ provider: 'anthropic', model: 'claude-test-1' }] as const;
    const token = house.gateway.issueToken({ taskId: 'two', role: 'reviewer', models, isAgent: false });
    const ask = (path: string, model: string) => house.ask({ path, body: { model }, headers: { 'x-api-key': token } });
    for (const [path, model] of [
      ['/anthropic/v1/messages', 'claude-test-2'],
      ['/anthropic/v1/messages', 'claude-test-1-mini'],
      ['/anthropic/v1/messages', 'vendor/claude-test-1'],
      ['/openai/v1/responses', 'claude-test-1'],
    ] as const) {
      const reply = await ask(path, model);
      assert.equal(reply.status, 403, model);
      assert.equal(reply.headers.get('x-agentos-refused'), 'token');
    }
    assert.equal(upstream.seen.length, 0);
    assert.equal((await ask('/anthropic/v1/messages', 'claude-test-1')).status, 200);
    assert.equal((await ask('/anthropic/v1/messages', 'claude-test-1-20260101')).status, 200);
  });
});

test('what cannot be read is refused: no JSON, no model, compressed, too long', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { limits: { maxRequestBytes: 1000 } });
  const statusOf = async (body: unknown, headers: Record<string, string> = {}) => {
    const reply = await house.ask({ body, headers });
    assert.equal(reply.headers.get('x-agentos-refused'), 'request');
    return reply.status;
  };
  assert.equal(await statusOf('no json'), 400);
  assert.equal(await statusOf({ messages: [] }), 400);
  assert.equal(await statusOf({ model: 'm' }, { 'content-encoding': 'gzip' }), 415);
  assert.equal(await statusOf({ model: 'm', text: 'x'.repeat(1000) }), 413);
  assert.equal(await statusOf({ model: 'm' }, { 'x-agentos-call': 'a/../b' }), 400);
  assert.equal(upstream.seen.length, 0);
  assert.equal(house.desk.requests.length, 0);
});

test('a body of unknown length is refused as soon as it is too long', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { limits: { maxRequestBytes: 100_000 } });
  const { host, port } = new URL(house.gateway.origin);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, 'x-api-key': house.token, 'transfer-encoding': 'chunked' };
    const sent = request({ host: '127.0.0.1', port, path: '/anthropic/v1/messages', method: 'POST', headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    for (let at = 0; at < 20; at += 1) sent.write('x'.repeat(10_000));
  });
  assert.equal(status, 413);
});

test('whoever is refused is told so, however much is still on its way', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { limits: { maxRequestBytes: 100_000 } });
  const { host, port } = new URL(house.gateway.origin);
  const body = Buffer.alloc(16_000_000, 'x');
  const errors: unknown[] = [];
  const ask = async (token: string) =>
    await new Promise<number | undefined>((resolve) => {
      const headers = { host, 'x-api-key': token, 'content-length': body.length };
      const sent = request({ host: '127.0.0.1', port, path: '/anthropic/v1/messages', method: 'POST', headers });
      let status: number | undefined;
      sent.on('error', (error) => errors.push(error));
      sent.on('close', () => resolve(status));
      sent.on('response', (response) => {
        status = response.statusCode;
        response.resume();
      });
      sent.end(body);
    });
  for (let round = 0; round < 3; round += 1) {
    assert.equal(await ask(house.token), 413);
    assert.equal(await ask('wrong'), 401);
  }
  assert.deepEqual(errors, []);
});

test('a WebSocket is refused at once with 426', async () => {
  await withHouse(async ({ gateway, token }) => {
    const { host, port } = new URL(gateway.origin);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
      const lines = ['GET /openai/v1/responses HTTP/1.1', `host: ${host}`, `authorization: Bearer ${token}`];
      socket.write([...lines, 'connection: Upgrade', 'upgrade: websocket', '', ''].join('\r\n'));
    });
    assert.match(answer, /^HTTP\/1\.1 426 /);
  });
});
