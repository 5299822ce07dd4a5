import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCredential } from '../../src/gateway/check-credential.ts';
import { openLoopbackUpstream, type Reply, sendError } from './loopback-upstream.ts';
import { makeCredential, until } from './test-house.ts';

const at = 1_900_000_000_000;
const { signal } = new AbortController();
const proxyTo = () => null;

async function check(reply: Reply): Promise<ReturnType<typeof checkCredential>> {
  await using upstream = await openLoopbackUpstream(reply);
  return await checkCredential(makeCredential('first', upstream.origin), 'made-up', { now: () => at, proxyTo, signal });
}

test('a key that the provider takes is no trouble, and one that it refuses is', async () => {
  assert.equal(await check((response) => response.end('{"data":[]}')), null);
  const refused = await check((response) => sendError(response, 401, 'authentication_error'));
  assert.equal(refused?.kind, 'auth');
});

test('times are told from the time that the caller gives', async () => {
  const limited = await check((response) => sendError(response, 429, 'rate_limit_error', { 'retry-after': '5' }));
  assert.equal(limited?.retryAt, at + 5000);
});

test('a reply without an end is not read to its end', async () => {
  for (const status of [200, 401]) {
    await using upstream = await openLoopbackUpstream((response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      const go = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', go);
      go();
    });
    const trouble = await checkCredential(makeCredential('first', upstream.origin), 'made-up', {
      now: () => at,
      proxyTo,
      signal,
    });
    assert.equal(trouble?.kind ?? null, status === 200 ? null : 'auth');
    await until(() => upstream.abandoned === 1);
  }
});

test('a provider that cannot be reached is trouble, too', async () => {
  const credential = makeCredential('first', 'http://127.0.0.1:9');
  assert.equal((await checkCredential(credential, 'made-up', { now: () => at, proxyTo, signal }))?.kind, 'transient');
});
