import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopbackUpstream, sendError, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse } from './test-house.ts';

test('a provider that echoes the key in a header or an error tells the caller nothing', async () => {
  await using upstream = await openLoopbackUpstream((response, { headers, url }) => {
    const key = String(headers['x-api-key']);
    response.setHeader('x-echo', `key=${key}`);
    response.setHeader('set-cookie', `key=${key}`);
    if (url.endsWith('?error')) sendError(response, 400, 'invalid_request_error', {}, `bad key ${key}`);
    else if (url.endsWith('?auth')) sendError(response, 401, 'authentication_error', {}, `bad key ${key}`);
    else if (url.endsWith('?early')) startStream(response).end(`data: {"error":{"message":"bad ${key}"}}\n\n`);
    else sendMessage(response);
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0 });
  for (const query of ['', '?error', '?auth', '?early']) {
    const reply = await house.ask({ path: `/anthropic/v1/messages${query}` });
    const all = JSON.stringify([...reply.headers]) + (await reply.text());
    const [key = ''] = house.keys.values();
    assert.ok(!all.includes(key), query);
    assert.ok(all.includes('[redacted]'), query);
    assert.equal(reply.headers.get('set-cookie'), null);
  }
  const [key = ''] = house.keys.values();
  assert.ok(!JSON.stringify(house.entries).includes(key));
});

test('what a model says passes as it is: a mask would tell whoever makes it guess which characters are right', async () => {
  await using upstream = await openLoopbackUpstream((response, { headers }) => {
    const key = String(headers['x-api-key']);
    startStream(response).end(`${streamEvents[0]}data: {"text":"${key}"}\n\n`);
  });
  await using house = await openTestHouse(upstream.origin);
  const said = await (await house.ask({ isStream: true })).text();
  assert.ok(said.includes(house.keys.get('first') ?? '?'));
});
