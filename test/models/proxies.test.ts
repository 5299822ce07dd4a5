import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { test } from 'node:test';
import { runAgentos } from '../faults/processes.ts';
import { openGithubServer } from '../github/server.ts';
import { testWith } from '../needs.ts';
import { makeCertificate, openSecureServer, type SecureServer } from '../proxies/certificate.ts';
import { openConnectProxy } from '../proxies/connect-proxy.ts';
import { Workspace } from '../workspace.ts';
import { findKeys, readEverything } from './find-keys.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const hosts = ['api.provider.example', 'github.example'];
const scopes = [
  { id: 'drafts', provider: 'anthropic' },
  { id: 'reviews', provider: 'google' },
] as const;
const config = { github: { baseUrl: 'https://github.example', token: 'env:TOKEN_OF_TEST' } };
const credential = { baseUrl: 'https://api.provider.example' };

/** Both of them, by TLS, by the name that was asked for. */
async function openFront(
  certificate: { key: string; cert: string },
  origins: readonly string[],
): Promise<SecureServer> {
  return await openSecureServer(certificate, (request, response) => {
    const { method, headers, url } = request;
    const origin = origins[hosts.indexOf(headers.host ?? '')] ?? '';
    const onward = requestHttp(`${origin}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  });
}

function keysOf({ keys: [drafts = '', reviews = ''] }: SimulatedWorkspace): Record<string, string> {
  return { TEST_KEY_DRAFTS_1: drafts, TEST_KEY_REVIEWS_1: reviews, TOKEN_OF_TEST: 'token-of-7351-and-more' };
}

testWith('openssl', 'a batch goes out through the proxy of the environment, whose password is nowhere', async () => {
  await using workspace = await SimulatedWorkspace.open({ issues: 0, scopes, credential, config });
  await using github = await openGithubServer([{ number: 7 }]);
  const certificate = makeCertificate(...hosts.map((host) => `DNS:${host}`));
  await using front = await openFront(certificate, [workspace.simulator.origin, github.origin]);
  await using proxy = await openConnectProxy(front);
  using outside = new Workspace().write({ 'cert.pem': certificate.cert });
  const password = randomBytes(12).toString('base64url');
  const env = {
    ...keysOf(workspace),
    HTTPS_PROXY: `http://me:${password}@127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: outside.path('cert.pem'),
    NODE_DEBUG: 'http,https,net,tls',
  };
  const options = { cwd: workspace.dir, env };
  const argv = ['requirements', '--source', 'github:octo/demo', '--comment', '--verbose'];
  const { code, stdout, stderr } = await runAgentos(argv, options);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    [...new Set(proxy.asked.map(({ authority }) => authority))].sort(),
    hosts.map((host) => `${host}:443`),
  );
  const login = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
  assert.ok(proxy.asked.every(({ authorization }) => authorization === login));
  assert.equal(github.comments.get(7)?.length, 1);
  const checked = await runAgentos(['credentials', '--check'], options);
  assert.equal(checked.code, 0, checked.stderr);
  const said = { stdout, stderr, more: checked.stdout + checked.stderr, ...readEverything(workspace.dir) };
  assert.deepEqual(findKeys(said, [password]), []);
});

test('a proxy that cannot be used ends what needs it before anything starts', async () => {
  await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes, credential, config });
  const env = { ...keysOf(workspace), HTTPS_PROXY: 'socks5://me:hunter2@10.0.0.1:1080' };
  const options = { cwd: workspace.dir, env };
  const refusal = /HTTPS_PROXY is no proxy that can be used: it must be like http:\/\/proxy\.example:3128/;
  for (const argv of [['requirements'], ['credentials', '--check'], ['requirements', '--source', 'github:octo/demo']]) {
    const { code, stderr } = await runAgentos(argv, options);
    assert.equal(code, 2, stderr);
    assert.match(stderr, refusal);
    assert.doesNotMatch(stderr, /hunter2/);
  }
  assert.equal(workspace.batches().length, 0);
  assert.match((await runAgentos(['requirements', '--dry-run'], options)).stderr, refusal);
  const offline = ['requirements', '--drafter', 'offline:', '--reviewer', 'offline:'];
  assert.equal((await runAgentos(offline, options)).code, 0, 'whoever asks nobody needs none');
});
