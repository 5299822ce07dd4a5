import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { waitForAbort } from './lease-desk.ts';
import { openLoopbackUpstream, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse, until } from './test-house.ts';

test('closing ends every exchange, whatever it is at, and leaves nothing behind', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at % 2 === 0) startStream(response).write(streamEvents[0]);
  });
  const house = await openTestHouse(upstream.origin);
  const asked = Array.from({ length: 6 }, async () => await (await house.ask({ isStream: true })).text());
  const settled = Promise.allSettled(asked);
  await until(() => upstream.seen.length === 6);
  house.desk.script.push(waitForAbort);
  const waiting = Promise.allSettled([house.ask()]);
  await until(() => house.desk.requests.length === 7);
  await house.gateway[Symbol.asyncDispose]();
  assert.equal(house.desk.inFlight, 0);
  assert.equal(house.entries.length, 6);
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
