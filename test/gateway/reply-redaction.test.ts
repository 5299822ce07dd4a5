import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopbackUpstream, sendError, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse } from './test-house.ts';

test('a provider that echoes the key in a reply, a header or an error tells the caller nothing', async () => {
  await using upstream = await openLoopbackUpstream((response, { headers, url }) => {
    const key = String(headers['x-api-key']);
    response.setHeader('x-echo', `key=${key}`);
    response.setHeader('set-cookie', `key=${key}`);
    if (url.endsWith('?error')) sendError(response, 400, 'invalid_request_error', {}, `bad key ${key}`);
    else if (url.endsWith('?auth')) sendError(response, 401, 'authentication_error', {}, `bad key ${key}`);
    else if (url.endsWith('?stream')) startStream(response).end(`${streamEvents[0]}data: {"text":"${key}"}\n\n`);
    else if (url.endsWith('?early')) startStream(response).end(`data: {"error":{"message":"bad ${key}"}}\n\n`);
    else sendMessage(response, `your key is ${key}`);
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0 });
  for (const query of ['', '?error', '?auth', '?stream', '?early']) {
    const reply = await house.ask({ path: `/anthropic/v1/messages${query}`, isStream: query === '?stream' });
    const all = JSON.stringify([...reply.headers]) + (await reply.text());
    const [key = ''] = house.keys.values();
    assert.ok(!all.includes(key), query);
    assert.ok(all.includes('[redacted]'), query);
    assert.equal(reply.headers.get('set-cookie'), null);
  }
  const [key = ''] = house.keys.values();
  assert.ok(!JSON.stringify(house.entries).includes(key));
});

test('what the redactor holds back comes at the end, and before it nothing is lost', async () => {
  await using upstream = await openLoopbackUpstream((response) => startStream(response).end(streamEvents.join('')));
  let held = Buffer.alloc(0);
  await using house = await openTestHouse(upstream.origin, {
    openReplyRedactor: () => ({
      push(chunk) {
        const all = Buffer.concat([held, chunk]);
        held = all.subarray(-7);
        return all.subarray(0, -7);
      },
      end: () => held,
    }),
  });
  assert.equal(await (await house.ask({ isStream: true })).text(), streamEvents.join(''));
});

test('a redactor that fails cuts the reply off: not a byte goes on unseen', async () => {
  await using upstream = await openLoopbackUpstream((response) => startStream(response).end(streamEvents.join('')));
  await using house = await openTestHouse(upstream.origin, {
    openReplyRedactor: () => ({
      push() {
        throw new Error('broken');
      },
      end: () => new Uint8Array(),
    }),
  });
  await assert.rejects(house.ask({ isStream: true }).then((reply) => reply.text()));
  assert.equal(house.desk.inFlight, 0);
});
