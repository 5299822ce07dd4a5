import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { checkCredential } from '../../src/gateway/check-credential.ts';
import { findProxy } from '../../src/proxies/proxy.ts';
import { testWith } from '../needs.ts';
import { type Certificate, makeCertificate, openSecureServer } from '../proxies/certificate.ts';
import { openConnectProxy } from '../proxies/connect-proxy.ts';
import { sendMessage } from './loopback-upstream.ts';
import { makeCredential, openTestHouse, until } from './test-house.ts';

const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
const origin = 'https://api.provider.example';
const authority = 'api.provider.example:443';
const password = 'Tr0ub4dor-x7!';

let made: Certificate | null = null;

/** Of the provider and of the proxy; everybody in this process trusts it. */
function trusted(): Certificate {
  if (made !== null) return made;
  made = makeCertificate('DNS:api.provider.example', 'IP:127.0.0.1');
  setDefaultCACertificates([...getCACertificates(), made.cert]);
  return made;
}

function through(url: string) {
  return (baseUrl: string) => findProxy({ variable: 'HTTPS_PROXY', url, exceptions: '' }, baseUrl);
}

testWith(
  'openssl',
  'calls go through one tunnel after another, and the proxy learns whom we ask for, no more',
  async () => {
    const seen: unknown[] = [];
    await using provider = await openSecureServer(trusted(), (request, response) => {
      seen.push(request.headers);
      request.resume();
      sendMessage(response);
    });
    await using proxy = await openConnectProxy(provider);
    const url = `http://me:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
    await using house = await openTestHouse(origin, { proxyTo: through(url) });
    for (let call = 0; call < 3; call += 1) assert.equal((await house.ask()).status, 200);
    const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
    assert.deepEqual(proxy.asked, [{ authority, authorization }], 'the tunnel is kept');
    assert.equal(provider.connections, 1);
    assert.equal(house.entries[0]?.usd, 0.15);
    assert.ok(!JSON.stringify(seen).includes('proxy-'), 'the provider learns nothing of the proxy');
    provider.closeIdle();
    assert.equal((await house.ask()).status, 200, 'a kept tunnel that was closed is replaced');
    assert.equal(proxy.asked.length, 2);
    proxy.cut();
    assert.equal((await house.ask()).status, 200);
    assert.deepEqual([seen.length, house.entries.length], [5, 5]);
  },
);

testWith('openssl', 'a proxy can be spoken to by TLS, and its certificate counts', async () => {
  await using provider = await openSecureServer(trusted(), (_, response) => sendMessage(response));
  await using proxy = await openConnectProxy({ port: provider.port, certificate: trusted() });
  const proxyTo = through(`https://127.0.0.1:${proxy.port}`);
  await using house = await openTestHouse(origin, { proxyTo });
  for (let call = 0; call < 2; call += 1) assert.equal((await house.ask()).status, 200);
  assert.equal(proxy.asked.length, 1);
  await using stranger = await openConnectProxy({ port: 1, certificate: makeCertificate('IP:127.0.0.1') });
  const strange = `https://127.0.0.1:${stranger.port}`;
  await using other = await openTestHouse(origin, { proxyTo: through(strange) });
  const reply = await other.ask();
  assert.equal(reply.status, 400);
  assert.match(
    reply.headers.get('x-agentos-reason') ?? '',
    new RegExp(
      `^the certificate of the proxy ${strange} is not trusted .*: correct HTTPS_PROXY, or let NODE_EXTRA_CA_CERTS`,
    ),
  );
});

testWith('openssl', 'a proxy that makes no tunnel is told by its name, and costs nothing', async () => {
  const cases = [
    { status: 407, replied: 400, why: 'does not take the name and password of HTTPS_PROXY (407)' },
    { status: 403, replied: 400, why: `does not let us through to ${authority} (403)` },
    { status: 502, replied: 429, why: `finds no way to ${authority} (502)` },
    { status: 429, replied: 429, why: `does not let us through to ${authority} (429)` },
  ];
  for (const { status, replied, why } of cases) {
    await using proxy = await openConnectProxy({ port: 1, refuse: () => status });
    const proxyTo = through(`http://me:${password}@127.0.0.1:${proxy.port}`);
    await using house = await openTestHouse(origin, { maxRetries: 1, proxyTo });
    const reply = await house.ask();
    assert.equal(reply.status, replied);
    const said = `the proxy http://127.0.0.1:${proxy.port} ${why}`;
    assert.equal(reply.headers.get('x-agentos-reason'), said);
    assert.equal(house.entries.length, replied === 400 ? 1 : 2, 'what may pass is tried again');
    for (const { usd, usage } of house.entries) assert.deepEqual({ usd, usage }, { usd: 0, usage: nothing });
    assert.ok(!JSON.stringify([house.entries, await reply.text()]).includes(password));
    await until(() => proxy.open === 0);
  }
});

testWith('openssl', 'a proxy that wants a name where none is set says so', async () => {
  await using proxy = await openConnectProxy({ port: 1, refuse: () => 407 });
  const proxyTo = through(`http://127.0.0.1:${proxy.port}`);
  const options = { now: Date.now, proxyTo, signal: AbortSignal.timeout(30_000) };
  const trouble = await checkCredential(makeCredential('k', origin), 'made-up', options);
  const said = `the proxy http://127.0.0.1:${proxy.port} wants a name and a password in HTTPS_PROXY (407)`;
  assert.deepEqual([trouble?.kind, trouble?.message], ['request', said]);
});

testWith('openssl', 'a proxy that is not there, or that is none, is network trouble and free', async () => {
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .resume()
        .end('SSH-2.0-none\r\n'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  for (const code of ['HPE_INVALID_CONSTANT', 'ECONNREFUSED']) {
    await using house = await openTestHouse(origin, { maxRetries: 0, proxyTo: through(url) });
    const reply = await house.ask();
    assert.equal(reply.headers.get('x-agentos-reason'), `no connection to the proxy ${url} (${code})`);
    assert.deepEqual([reply.status, house.entries[0]?.usd], [429, 0]);
    await new Promise((resolve) => server.close(resolve));
  }
});

testWith(
  'openssl',
  'nobody waits for a silent proxy who does not want to, and nothing of it stays behind',
  async () => {
    await using proxy = await openConnectProxy({ port: 1, refuse: () => null });
    const proxyTo = through(`http://127.0.0.1:${proxy.port}`);
    const house = await openTestHouse(origin, { proxyTo });
    const controller = new AbortController();
    const asked = house.ask({ signal: controller.signal }).catch(() => null);
    await until(() => proxy.asked.length === 1);
    controller.abort();
    await asked;
    await until(() => house.entries.length === 1);
    assert.deepEqual([house.entries[0]?.trouble, house.entries[0]?.usd], ['abandoned', 0]);
    const cut = house.ask().catch(() => null);
    await until(() => proxy.asked.length === 2);
    await house[Symbol.asyncDispose]();
    await cut;
    await until(() => proxy.open === 0);
  },
);

testWith(
  'openssl',
  'whoever is at the end of a tunnel has to be who was asked for, and gets no key before',
  async () => {
    let requests = 0;
    const certificate = makeCertificate('DNS:api.provider.example');
    await using provider = await openSecureServer(certificate, () => {
      requests += 1;
    });
    await using proxy = await openConnectProxy(provider);
    const proxyTo = through(`http://127.0.0.1:${proxy.port}`);
    await using house = await openTestHouse(origin, { proxyTo });
    const reply = await house.ask();
    assert.match(
      reply.headers.get('x-agentos-reason') ?? '',
      /^the certificate of https:\/\/api\.provider\.example is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    assert.deepEqual([reply.status, house.entries.length, house.entries[0]?.usd, requests], [400, 1, 0, 0]);
    await until(() => proxy.open === 0);
  },
);

testWith('openssl', 'what was lost in a tunnel is not free, and is told as lost', async () => {
  await using provider = await openSecureServer(trusted(), (request) => void request.socket.destroy());
  await using proxy = await openConnectProxy(provider);
  await using house = await openTestHouse(origin, { maxRetries: 0, proxyTo: through(`127.0.0.1:${proxy.port}`) });
  await house.ask();
  const [entry] = house.entries;
  assert.deepEqual([entry?.why, entry?.usd], [`the connection to ${origin} was lost (ECONNRESET)`, null]);
});

testWith('openssl', 'trying a key goes through the proxy as well', async () => {
  await using provider = await openSecureServer(trusted(), (_, response) => response.end('{"data":[]}'));
  await using proxy = await openConnectProxy(provider);
  const proxyTo = through(`http://127.0.0.1:${proxy.port}`);
  const options = { now: Date.now, proxyTo, signal: AbortSignal.timeout(30_000) };
  assert.equal(await checkCredential(makeCredential('k', origin), 'made-up', options), null);
  assert.deepEqual(proxy.asked, [{ authority, authorization: null }]);
  await until(() => proxy.open === 0);
});
