import assert from 'node:assert/strict';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { findProxy, type ProxyServer } from '../../src/proxies/proxy.ts';
import { makeTunnelledFetch } from '../../src/proxies/tunnelled-fetch.ts';
import { until } from '../gateway/test-house.ts';
import { openClient, withCode } from '../github/setup.ts';
import { testWith } from '../needs.ts';
import { makeCertificate, openSecureServer } from './certificate.ts';
import { openConnectProxy } from './connect-proxy.ts';

const origin = 'https://github.example';

function proxyOn(port: number): ProxyServer {
  const setting = { variable: 'HTTPS_PROXY', url: `http://127.0.0.1:${port}`, exceptions: '' };
  const proxy = findProxy(setting, origin);
  assert.ok(proxy);
  return proxy;
}

testWith('openssl', 'what is read and what is written goes through the tunnel as through fetch', async () => {
  const certificate = makeCertificate('DNS:github.example');
  setDefaultCACertificates([...getCACertificates(), certificate.cert]);
  const seen: string[] = [];
  await using server = await openSecureServer(certificate, async (request, response) => {
    const body = (await request.toArray()).join('');
    seen.push(`${request.method} ${request.url} ${request.headers.authorization !== undefined} ${body}`);
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    if (request.url === '/old') return void response.writeHead(301, { location: '/new' }).end();
    if (request.url === '/big') return void response.end('x'.repeat(33 * 1024 * 1024));
    response.writeHead(200, { etag: '"1"', link: `<${origin}/next>; rel="next"` }).end('[{"ö":1}]');
  });
  await using proxy = await openConnectProxy(server);
  const { client } = await openClient(origin, { fetch: makeTunnelledFetch(proxyOn(proxy.port)) });
  const wanted = { what: 'it', trim: (data: unknown) => data };
  const first = await client.get(`${origin}/list`, wanted);
  assert.deepEqual(first, { data: [{ ö: 1 }], next: `${origin}/next`, last: null });
  assert.deepEqual((await client.get(`${origin}/list`, wanted)).data, first.data, 'unchanged');
  assert.deepEqual((await client.get(`${origin}/old`, wanted)).data, first.data, 'redirected');
  await client.post(`${origin}/new`, { body: 'said' }, 'a comment');
  await assert.rejects(client.get(`${origin}/big`, wanted), withCode('GITHUB_REPLY_INVALID', /^\/big: .*bytes/));
  assert.deepEqual(seen, [
    ...['GET /list true ', 'GET /list true ', 'GET /old true ', 'GET /new true '],
    ...['POST /new true {"body":"said"}', 'GET /big true '],
  ]);
  assert.ok(proxy.asked.every(({ authority }) => authority === 'github.example:443'));
  await until(() => proxy.open === 0);
});

testWith('openssl', 'a proxy that makes no tunnel is named, and whoever waits for a silent one can go', async () => {
  await using proxy = await openConnectProxy({ port: 1, refuse: (at) => (at < 3 ? 407 : null) });
  const fetch = makeTunnelledFetch(proxyOn(proxy.port));
  const { client } = await openClient(origin, { fetch });
  const said = `it: the proxy http://127\\.0\\.0\\.1:${proxy.port} wants a name and a password in HTTPS_PROXY`;
  const wanted = { what: 'it', trim: null };
  await assert.rejects(client.get(`${origin}/list`, wanted), withCode('GITHUB_UNREACHABLE', new RegExp(`^${said}`)));
  const controller = new AbortController();
  const { client: other } = await openClient(origin, { fetch, signal: controller.signal });
  const asked = other.get(`${origin}/list`, wanted);
  await until(() => proxy.asked.length === 4);
  controller.abort(new Error('enough'));
  await assert.rejects(asked, /enough/);
  await until(() => proxy.open === 0);
});
