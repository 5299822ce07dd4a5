import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { WireProvider } from '../../src/model/credential.ts';
import { openLoopbackUpstream, sendMessage } from './loopback-upstream.ts';
import { credentialsOf, openTestHouse, type TestHouse, until } from './test-house.ts';

const granted = 'claude-test-1';
const models = [
  { provider: 'anthropic', model: granted },
  { provider: 'openai-compatible', model: granted },
  { provider: 'google', model: 'gemini-x' },
] as const;

/** What one writes on a connection is all that is sent; resolves with all that comes back. */
async function speak(house: TestHouse, text: string | Buffer): Promise<string> {
  const { port } = new URL(house.gateway.origin);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
}

test('a request that could be read in two ways is refused in the provider’s own shape, and never sent', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { grant: { models } });
  for (const body of [
    `{"model":"big","model":"${granted}"}`,
    `{"mod\\u0065l":"big","model":"${granted}"}`,
    `{"model":"${granted}","MODEL":"big"}`,
    `{"model":"${granted}","models":["big"]}`,
    `{"model":"${granted}","fallbacks":["big"]}`,
    `{"model":"${granted}","__proto__":{"model":"big"}}`,
    `{"model":"${granted}"}{"model":"big"}`,
    `\ufeff{"model":"${granted}"}`,
  ]) {
    const reply = await house.ask({ body });
    assert.equal(reply.status, 400, body);
    assert.equal(reply.headers.get('x-agentos-refused'), 'request');
    assert.match(await reply.text(), /^\{"type":"error","error":\{"type":"invalid_request_error"/);
  }
  assert.equal(upstream.seen.length, 0);
  assert.equal(house.desk.requests.length, 0);
});

test('compressed bodies are refused, whatever they are called', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  const { host, port } = new URL(house.gateway.origin);
  const send = async (headers: Record<string, string>) =>
    await new Promise<number | undefined>((resolve, reject) => {
      const all = { host, 'x-api-key': house.token, ...headers };
      const sent = request({ host: '127.0.0.1', port, path: '/anthropic/v1/messages', method: 'POST', headers: all });
      sent.on('error', reject);
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.end(gzipSync(JSON.stringify({ model: granted })));
    });
  assert.equal(await send({ 'content-encoding': 'gzip' }), 415);
  assert.equal(await send({ 'content-encoding': 'identity, gzip' }), 415);
  assert.equal(await send({}), 400);
  assert.equal(upstream.seen.length, 0);
});

test('counting is read as strictly as asking, and what lists has no body', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { grant: { models } });
  const path = '/anthropic/v1/messages/count_tokens';
  assert.equal((await house.ask({ path, body: `{"model":"big","model":"${granted}"}` })).status, 400);
  assert.equal((await house.ask({ path, body: { model: 'big' } })).status, 403);
  assert.equal((await house.ask({ path, body: { model: granted } })).status, 200);
  const { host } = new URL(house.gateway.origin);
  const head = `GET /anthropic/v1/models HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${house.token}\r\nconnection: close\r\n`;
  assert.match(await speak(house, `${head}content-length: 2\r\n\r\n{}`), /^HTTP\/1\.1 400 /);
  assert.match(await speak(house, `${head}\r\n`), /^HTTP\/1\.1 200 /);
  assert.equal(upstream.seen.length, 2);
});

test('the model in a path is the one that was granted, and no other way of writing it is served', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const credentials = credentialsOf(upstream.origin, 'google', 'only');
  await using house = await openTestHouse('', { credentials, grant: { models } });
  const { host } = new URL(house.gateway.origin);
  const ask = async (path: string, body = '{}') => {
    const lines = [`POST ${path} HTTP/1.1`, `host: ${host}`, `x-api-key: ${house.token}`, 'connection: close'];
    const said = await speak(house, [...lines, `content-length: ${body.length}`, '', body].join('\r\n'));
    return Number(said.split(' ')[1]);
  };
  for (const path of [
    '/google/v1beta/models/gemini-x%2f..%2fbig:generateContent',
    '/google/v1beta/models/../models/big:generateContent',
    '/google/v1beta/models/gemini-x/../big:generateContent',
    '/google/v1beta//models/gemini-x:generateContent',
    '/google//v1beta/models/gemini-x:generateContent',
    '/google/v1beta/models/models/gemini-x:generateContent',
    '/google/v1beta/models/gemini%2Dx:generateContent',
    '/google/v1beta/models/gemini-x:generateContent:streamGenerateContent',
    '/google/v1beta/models/gemini-x:generateContent#/models/big:generateContent',
    '/google/v1beta/models/gemini-x:batchGenerateContent',
    '/google/v1beta/tunedModels/gemini-x:generateContent',
    '/google/v1beta/models/gemini-x%3agenerateContent',
  ]) {
    assert.equal(await ask(path), 404, path);
  }
  assert.equal(await ask('/google/v1beta/models/big:generateContent'), 403);
  assert.equal(await ask('/google/v1beta/models/gemini-x:generateContent', '{"model":"models/big"}'), 400);
  assert.equal(upstream.seen.length, 0);
  await ask(
    '/google/v1beta/models/gemini-x:streamGenerateContent?alt=sse&alt=proto&key=k&$fields=x&%61lt=json&prettyPrint',
  );
  await ask('/google/v1beta/models/gemini-x:generateContent?alt=sse');
  assert.deepEqual(
    upstream.seen.map(({ url }) => url),
    ['/v1beta/models/gemini-x:streamGenerateContent?alt=sse', '/v1beta/models/gemini-x:generateContent'],
  );
});

test('two hosts are one too many', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  const { host } = new URL(house.gateway.origin);
  const body = JSON.stringify({ model: granted });
  const rest = [`x-api-key: ${house.token}`, 'connection: close', `content-length: ${body.length}`, '', body];
  const ask = async (...hosts: string[]) => {
    const lines = ['POST /anthropic/v1/messages HTTP/1.1', ...hosts.map((name) => `host: ${name}`)];
    return Number((await speak(house, [...lines, ...rest].join('\r\n'))).split(' ')[1]);
  };
  assert.equal(await ask(host, 'evil.example'), 400);
  assert.equal(await ask(host, host), 400);
  assert.equal(upstream.seen.length, 0);
  assert.equal(await ask(host), 200);
});

const ofAgents = {
  accept: 'application/json',
  'user-agent': 'an-agent/1.0',
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'one,two',
  'anthropic-dangerous-direct-browser-access': 'true',
  'x-app': 'cli',
  'x-stainless-lang': 'js',
  'openai-beta': 'responses=experimental',
  originator: 'codex_exec',
  session_id: 'abc',
  conversation_id: 'abc',
  'x-codex-turn-state': 'abc',
  'x-goog-api-client': 'genai-node',
  traceparent: '00-1-2-01',
};
const ofNobody = {
  'x-http-method-override': 'DELETE',
  'x-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-original-url': '/v1/files',
  'x-rewrite-url': '/v1/files',
  'x-original-host': 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-prefix': '/x',
  'x-real-ip': '10.0.0.1',
  'x-envoy-original-path': '/x',
  forwarded: 'host=evil.example',
  via: '1.1 evil',
  te: 'trailers',
  'proxy-authorization': 'Basic eA==',
  'openai-organization': 'org-other',
  'openai-project': 'proj-other',
  'x-goog-user-project': 'other',
  'x-goog-request-params': 'model=big',
  'x-goog-fieldmask': 'candidates',
  'x-portkey-config': '{}',
  'helicone-target-url': 'https://evil.example',
  'api-key': 'x',
  'idempotency-key': 'x',
  range: 'bytes=0-1',
  'if-none-match': 'x',
  baggage: 'a=b',
  'x-agentos-repeats-used': '0',
};

test('what agents say of a request goes on; what could lead it elsewhere does not', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  for (const provider of ['anthropic', 'openai-compatible'] as const satisfies readonly WireProvider[]) {
    await using house = await openTestHouse('', { credentials: credentialsOf(upstream.origin, provider, 'only') });
    const { host, port } = new URL(house.gateway.origin);
    const path = provider === 'anthropic' ? '/anthropic/v1/messages' : '/openai-compatible/v1/chat/completions';
    await new Promise<void>((resolve, reject) => {
      const own = { host, 'x-api-key': house.token, 'content-type': 'application/json; charset=utf-16' };
      const headers = { ...own, ...ofAgents, ...ofNobody };
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers });
      sent.on('error', reject);
      sent.on('response', (response) => response.resume().on('end', resolve));
      sent.end(JSON.stringify({ model: granted }));
    });
    const headers = upstream.seen.at(-1)?.headers;
    assert.ok(headers);
    for (const [name, value] of Object.entries(ofAgents)) assert.equal(headers[name], value, name);
    for (const name of Object.keys(ofNobody)) assert.equal(headers[name], undefined, name);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers.host, new URL(upstream.origin).host);
  }
});

test('a key in the name of a header does not reach the caller', async () => {
  const secret: { key: string } = { key: '' };
  await using upstream = await openLoopbackUpstream((response) => {
    response.setHeader(`x-echo-${secret.key.toUpperCase()}`, 'here');
    response.setHeader('x-request-id', 'req-1');
    sendMessage(response);
  });
  await using house = await openTestHouse(upstream.origin);
  secret.key = house.keys.get('first') ?? '';
  const reply = await house.ask();
  assert.equal(reply.headers.get('x-request-id'), 'req-1');
  const names = [...reply.headers.keys()].join(' ');
  assert.ok(secret.key.length > 12 && !names.includes(secret.key.toLowerCase()), names);
});

test('a task cannot fill the memory with requests that wait: the others are served', async () => {
  const held: (() => void)[] = [];
  await using upstream = await openLoopbackUpstream((response) => void held.push(() => sendMessage(response)));
  await using house = await openTestHouse(upstream.origin, { limits: { maxWaitingBytes: 500_000 } });
  const body = JSON.stringify({ model: granted, text: 'x'.repeat(120_000) });
  const waiting: Promise<Response>[] = [];
  for (let at = 1; at <= 4; at += 1) {
    waiting.push(house.ask({ body }));
    await until(() => held.length === at);
  }
  const fifth = await house.ask({ body });
  assert.equal(fifth.status, 429);
  assert.equal(fifth.headers.get('x-agentos-refused'), 'request');
  const other = house.gateway.issueToken({ taskId: 'two', role: 'drafter', models: null, isAgent: false });
  const served = house.ask({ headers: { 'x-api-key': other } });
  await until(() => held.length === 5);
  for (const answer of held) answer();
  assert.equal((await served).status, 200);
  for (const reply of await Promise.all(waiting)) {
    assert.equal(reply.status, 200);
    await reply.text();
  }
  const again = house.ask({ body });
  await until(() => held.length === 6);
  held[5]?.();
  assert.equal((await again).status, 200, 'there is room again');
});
