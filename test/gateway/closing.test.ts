import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { listenOnLoopback } from '../../src/gateway/listen.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import { waitForAbort } from './lease-desk.ts';
import { openLoopbackUpstream, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse, until } from './test-house.ts';

test('closing ends every exchange, whatever it is at, and leaves nothing behind', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at % 2 === 0) startStream(response).write(streamEvents[0]);
  });
  const house = await openTestHouse(upstream.origin);
  let begun = 0;
  const asked = Array.from({ length: 6 }, async () => {
    const reply = await house.ask({ isStream: true });
    begun += 1;
    return await reply.text();
  });
  const settled = Promise.allSettled(asked);
  await until(() => upstream.seen.length === 6 && begun === 3);
  house.desk.script.push(waitForAbort);
  const waiting = Promise.allSettled([house.ask()]);
  await until(() => house.desk.requests.length === 7);
  await house.gateway[Symbol.asyncDispose]();
  assert.equal(house.desk.inFlight, 0);
  assert.deepEqual(
    house.entries.map(({ status, trouble }) => `${status} ${trouble}`).sort(),
    [...Array(3).fill('200 null'), ...Array(3).fill('null abandoned')],
    'what had begun is answered, the rest is abandoned',
  );
  for (const { status } of [...(await settled), ...(await waiting)]) assert.equal(status, 'rejected');
  await until(() => upstream.abandoned === 6);
  const { port } = new URL(house.gateway.origin);
  const error = await new Promise((resolve) => connect(Number(port), '127.0.0.1').on('error', resolve));
  assert.ok(error instanceof Error, 'it listens no more');
});

test('closing does not wait for connections that nobody uses', async () => {
  await using upstream = await openLoopbackUpstream((response) => response.end('{}'));
  const house = await openTestHouse(upstream.origin);
  await (await house.ask()).text();
  const { port } = new URL(house.gateway.origin);
  const idle = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => idle.on('connect', resolve));
  idle.on('error', () => undefined);
  const closed = new Promise((resolve) => idle.on('close', resolve));
  await house.gateway[Symbol.asyncDispose]();
  await closed;
});

test('a gateway that cannot listen says so, and why', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const isExplained = (error: unknown) =>
    error instanceof AgentOsError && error.code === 'GATEWAY_UNAVAILABLE' && /EADDRINUSE/.test(error.message);
  await assert.rejects(listenOnLoopback(createServer(), port), isExplained);
  await new Promise((resolve) => other.close(resolve));
});
