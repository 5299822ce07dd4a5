import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { checkCredential } from '../../src/gateway/check-credential.ts';
import { testWith } from '../needs.ts';
import { makeCertificate, openSecureServer } from '../proxies/certificate.ts';
import { openLoopbackUpstream } from './loopback-upstream.ts';
import { makeCredential, openTestHouse, until } from './test-house.ts';

const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/** Where nobody listens. */
async function findClosedPort(): Promise<string> {
  const server: Server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a call that reached nobody has used nothing and cost nothing, and says where nobody was', async () => {
  const origin = await findClosedPort();
  await using house = await openTestHouse(origin, { maxRetries: 1 });
  const reply = await house.ask();
  assert.equal(reply.status, 429);
  assert.equal(reply.headers.get('x-agentos-reason'), `no connection to ${origin} (ECONNREFUSED)`);
  assert.deepEqual(
    house.entries.map(({ why }) => why),
    [`no connection to ${origin} (ECONNREFUSED), again at once`, `no connection to ${origin} (ECONNREFUSED)`],
  );
  for (const { usd, usage } of house.entries) assert.deepEqual({ usd, usage }, { usd: 0, usage: nothing });
  for (const { usd, usage } of house.desk.observations) assert.deepEqual({ usd, usage }, { usd: 0, usage: nothing });
});

test('how long it is until the next try is told with the last one', async () => {
  const origin = await findClosedPort();
  const limits = { leaseWaitMs: 50 };
  await using house = await openTestHouse(origin, { maxRetries: 1, random: () => 0.6, limits });
  assert.equal((await house.ask()).status, 429, 'it is waited for elsewhere');
  assert.equal(house.entries[0]?.why, `no connection to ${origin} (ECONNREFUSED), again in 6 s`);
});

test('what was sent and lost is not free, and is told as lost', async () => {
  await using upstream = await openLoopbackUpstream((response) => response.destroy());
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0 });
  await house.ask();
  const [entry] = house.entries;
  assert.match(entry?.why ?? '', /^the connection to http:\/\/127\.0\.0\.1:\d+ was lost \(ECONNRESET\)$/);
  assert.deepEqual([entry?.usd, entry?.usage], [null, null]);
});

test('a provider that says nothing was silent, for as long as it may be', async () => {
  await using upstream = await openLoopbackUpstream(() => undefined);
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, limits: { idleMs: 1000 } });
  const reply = await house.ask();
  assert.equal(reply.headers.get('x-agentos-reason'), 'silent for 1 s');
  assert.equal(house.entries[0]?.why, 'silent for 1 s');
});

test('a call that nobody waits for any more was cut off by us', async () => {
  await using upstream = await openLoopbackUpstream(() => undefined);
  await using house = await openTestHouse(upstream.origin);
  const controller = new AbortController();
  const asked = house.ask({ signal: controller.signal }).catch(() => null);
  await until(() => upstream.seen.length === 1);
  controller.abort();
  await asked;
  await until(() => house.entries.length === 1);
  assert.deepEqual([house.entries[0]?.trouble, house.entries[0]?.why], ['abandoned', 'cut off by us']);
});

test('a refusal needs no other words than its kind', async () => {
  await using upstream = await openLoopbackUpstream((response) => response.writeHead(401).end('{}'));
  await using house = await openTestHouse(upstream.origin);
  await house.ask();
  assert.equal(house.entries[0]?.trouble, 'auth');
  assert.ok(!Object.hasOwn(house.entries[0] ?? {}, 'why'));
});

test('trying a key at a place where nobody listens says so, and so does a server that never answers', async () => {
  const origin = await findClosedPort();
  const signal = AbortSignal.timeout(30_000);
  const proxyTo = () => null;
  const refused = await checkCredential(makeCredential('k', origin), '', { now: Date.now, proxyTo, signal });
  assert.equal(refused?.message, `no connection to ${origin} (ECONNREFUSED)`);
  await using upstream = await openLoopbackUpstream(() => undefined);
  const soon = { now: Date.now, proxyTo, signal: AbortSignal.timeout(300) };
  const silent = await checkCredential(makeCredential('k', upstream.origin), '', soon);
  assert.equal(silent?.message, `${upstream.origin} does not answer in time`);
});

testWith('openssl', 'a server whose certificate nobody vouches for is not waited for, and gets no key', async () => {
  let requests = 0;
  await using server = await openSecureServer(makeCertificate('DNS:localhost'), () => {
    requests += 1;
  });
  const origin = `https://127.0.0.1:${server.port}`;
  await using house = await openTestHouse(origin);
  const reply = await house.ask();
  assert.equal(reply.status, 400);
  assert.match(
    reply.headers.get('x-agentos-reason') ?? '',
    /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/,
  );
  assert.deepEqual([house.entries.length, house.entries[0]?.usd, requests], [1, 0, 0]);
});
