import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { SecretRegistry } from '../../src/redaction/registry.ts';
import { openTestHouse, type TestHouse, withHouse } from '../gateway/test-house.ts';
import { findKeys } from './find-keys.ts';

const body = JSON.stringify({ model: 'claude-test-1', max_tokens: 5, messages: [] });
const length = `content-length: ${body.length}`;
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** Requests as an attacker on this machine writes them, by what is answered; HOST is the gateway's own. */
const refused: readonly (readonly [status: string, first: string, headers: readonly string[], rest?: string])[] = [
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', [length]],
  ['421', 'POST /anthropic/v1/messages HTTP/1.0', [length]],
  ['404', 'POST http://HOST/anthropic/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST http://evil.example/anthropic/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['', 'CONNECT evil.example:443 HTTP/1.1', ['host: HOST'], ''],
  ['404', 'OPTIONS * HTTP/1.1', ['host: HOST'], ''],
  ['404', 'POST //anthropic/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST /anthropic//v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST /anthropic@evil.example/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST /anthropic?/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST /anthropic/v1/%2e%2e/v1/messages HTTP/1.1', ['host: HOST', length]],
  ['404', 'POST /anthropic/v1/messages%00 HTTP/1.1', ['host: HOST', length]],
  ['405', 'TRACE /anthropic/v1/messages HTTP/1.1', ['host: HOST'], ''],
  ['404', 'GET /receipts/..%2f..%2fetc HTTP/1.1', ['host: HOST'], ''],
  ['404', 'GET /receipts/__proto__ HTTP/1.1', ['host: HOST'], ''],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'content-length: 5']],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'transfer-encoding: chunked'], chunked],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', 'transfer-encoding: xchunked'], chunked],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', 'content-length : 5', length]],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'x-folded: a\r\n b: c']],
  ['400', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'x-nul: a\0b']],
  ['401', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'x-api-key: another']],
  ['431', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, `x-long: ${'a'.repeat(40_000)}`]],
  ['426', 'GET /anthropic/v1/messages HTTP/1.1', ['host: HOST', 'connection: upgrade', 'upgrade: websocket'], ''],
  ['426', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'connection: upgrade', 'upgrade: h2c']],
  ['400', 'PRI * HTTP/2.0', [], 'SM\r\n\r\n'],
  ['417', 'POST /anthropic/v1/messages HTTP/1.1', ['host: HOST', length, 'expect: something', 'connection: close']],
];

test('nothing that is written wrongly on purpose gets through to a provider', async () => {
  await withHouse(async (house, upstream) => {
    for (const [status, first, headers, rest = body] of refused) {
      const reply = await speak(house, [first, ...headers, `x-api-key: ${house.token}`], rest);
      assert.match(
        reply,
        status === '' ? /^$/ : new RegExp(`^HTTP/1.1 ${status} `),
        `${first} ${headers}`.slice(0, 200),
      );
    }
    assert.deepEqual(upstream.seen, []);
  });
});

test('requests on one connection are judged one by one', async () => {
  await withHouse(async (house, upstream) => {
    const lines = ['POST /anthropic/v1/messages HTTP/1.1', 'host: HOST', length];
    const second = `${lines.join('\r\n').replace('HOST', hostOf(house))}\r\nconnection: close\r\n\r\n${body}`;
    const replies = await speak(house, [...lines, `x-api-key: ${house.token}`], body + second);
    assert.deepEqual(replies.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '401']);
    assert.equal(upstream.seen.length, 1);
  });
});

test('no header of a caller takes the key away, adds another, or names another host', async () => {
  await withHouse(async (house, upstream) => {
    const headers = {
      connection: 'close, x-api-key, content-length, host',
      'x-forwarded-host': 'evil.example',
      'proxy-authorization': 'Basic abc',
      authorization: 'Bearer another',
      'api-key': 'another',
      cookie: 'a=b',
      'x-agentos-final': 'quota',
      __proto__x: 'a',
    };
    const { host, port } = new URL(house.gateway.origin);
    await new Promise((resolve, reject) => {
      const path = '/anthropic/v1/messages?key=one&%6bey=two&KEY=three&a=b&beta=true';
      const all = { host, 'x-api-key': house.token, ...headers };
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: all });
      sent.on('response', (response) => response.resume().on('end', resolve));
      sent.on('error', reject);
      sent.end(body);
    });
    const [passed] = upstream.seen;
    assert.equal(passed?.url, '/v1/messages?beta=true');
    const seen = passed.headers;
    assert.equal(seen['x-api-key'], house.keys.get('first'));
    assert.equal(seen.host, new URL(upstream.origin).host);
    const others = ['x-forwarded-host', 'proxy-authorization', 'authorization', 'api-key', 'cookie', 'x-agentos-final'];
    assert.deepEqual(
      others.filter((name) => name in seen),
      [],
    );
  });
});

const message = '{"type":"message","role":"assistant","model":"claude-test-1","content":[]}';
const ok = (more: string) => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${more}\r\n`;
const whole = `content-length: ${message.length}\r\n`;

/** Replies as a provider writes them that repeats the key wherever HTTP has room, or lies about its length. */
const replies: Readonly<Record<string, readonly [status: number, reply: (key: string) => string]>> = {
  'a hint before the reply': [200, (key) => `HTTP/1.1 103 Hint\r\nlink: ${key}\r\n\r\n${ok(whole)}${message}`],
  'a thousand replies before the reply': [200, () => 'HTTP/1.1 100 Go\r\n\r\n'.repeat(1000) + ok(whole) + message],
  'the words of the status': [200, (key) => (ok(whole) + message).replace('OK', key)],
  'the words of a refusal': [401, (key) => `HTTP/1.1 401 ${key}\r\ncontent-length: 2\r\n\r\n{}`],
  'headers, plain and encoded': [
    200,
    (key) => `${ok(`${whole}x-a: ${key}\r\nx-b: ${Buffer.from(key).toString('base64')}\r\n`)}${message}`,
  ],
  'several headers together': [
    200,
    (key) => ok(whole + (key.match(/.{1,11}/g) ?? []).map((part, at) => `x-${at}: ${part}\r\n`).join('')) + message,
  ],
  'trailers and extensions of chunks': [
    200,
    (key) =>
      `${ok('trailer: x-t\r\ntransfer-encoding: chunked\r\n')}${message.length.toString(16)};${key}\r\n${message}\r\n0\r\nx-t: ${key}\r\n\r\n`,
  ],
  'an unknown status': [429, (key) => `HTTP/1.1 999 no\r\ncontent-length: ${key.length}\r\n\r\n${key}`],
  'an impossible status': [502, (key) => `HTTP/1.1 099 ${key}\r\ncontent-length: 0\r\n\r\n`],
  'no HTTP at all': [502, (key) => `${key} ${key}\r\n\r\n`],
  'headers without an end': [502, (key) => `${ok(`x-a: ${key.repeat(2000)}\r\n`)}${message}`],
  'a header inside a header': [502, (key) => `${ok(`${whole}x-a: b\rx-agentos-final: ${key}\r\n`)}${message}`],
  'two lengths': [502, (key) => `${ok(`content-length: 3\r\n${whole}`)}${key}`],
  'a length and chunks': [502, (key) => `${ok('content-length: 3\r\ntransfer-encoding: chunked\r\n')}${key}`],
  'a redirect': [400, (key) => `HTTP/1.1 307 no\r\nlocation: http://evil.example/${key}\r\ncontent-length: 0\r\n\r\n`],
  'a reply behind the reply': [
    200,
    (key) => `${ok(whole)}${message}HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n${key}`,
  ],
};

for (const [place, [status, write]] of Object.entries(replies)) {
  test(`a provider that writes the key into ${place} does not bring it to the caller`, async () => {
    const registry = new SecretRegistry();
    const told = { key: '' };
    await using provider = await openRawProvider(() => write(told.key));
    await using house = await openTestHouse(provider.origin, {
      maxRetries: 0,
      redact: (text) => registry.redactor.redact(text),
    });
    told.key = house.keys.get('first') ?? '';
    registry.register('first', told.key);
    const lines = ['POST /anthropic/v1/messages HTTP/1.1', 'host: HOST', length, `x-api-key: ${house.token}`];
    const reply = await speak(house, [...lines, 'connection: close'], body);
    assert.match(reply, new RegExp(`^HTTP/1.1 ${status} `));
    assert.doesNotMatch(reply, /^(location|set-cookie|x-agentos-final: key)/im);
    assert.deepEqual(findKeys({ reply }, [told.key]), []);
  });
}

function hostOf({ gateway }: TestHouse): string {
  return new URL(gateway.origin).host;
}

/** Says it byte for byte, and gives all that comes back until the other side closes or has answered and is silent. */
async function speak(house: TestHouse, lines: readonly string[], rest: string): Promise<string> {
  const socket = connect(Number(new URL(house.gateway.origin).port), '127.0.0.1');
  const head = lines.join('\r\n').replaceAll('HOST', hostOf(house));
  let heard = '';
  await new Promise<void>((resolve) => {
    socket.setEncoding('latin1');
    socket.on('data', (text) => (heard += text));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    // What keeps the connection open has answered with a length.
    socket.on('data', () => isWhole(heard) && socket.destroy());
    socket.write(`${head}\r\n\r\n${rest}`, 'latin1');
  });
  return heard;
}

function isWhole(heard: string): boolean {
  if (/^connection: close/im.test(heard)) return false;
  const [, size, sent = ''] = /content-length: (\d+).*?\r\n\r\n(.*)$/is.exec(heard) ?? [];
  return size !== undefined && sent.length >= Number(size);
}

async function openRawProvider(reply: () => string): Promise<AsyncDisposable & { origin: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(reply(), 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
