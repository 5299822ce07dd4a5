import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  openLoopbackUpstream,
  type Reply,
  sendError,
  sendMessage,
  startStream,
  streamEvents,
} from './loopback-upstream.ts';
import { credentialsOf, openTestHouse, until } from './test-house.ts';

test('200 streams at once come through whole, and nobody warns of leaks', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response);
    let next = 0;
    const timer = setInterval(() => {
      response.write(streamEvents[next] ?? '');
      next += 1;
      if (next < streamEvents.length) return;
      clearInterval(timer);
      response.end();
    }, 20);
  });
  await using house = await openTestHouse(upstream.origin);
  const all = await Promise.all(Array.from({ length: 200 }, async () => (await house.ask({ isStream: true })).text()));
  process.off('warning', note);
  assert.ok(all.every((text) => text === streamEvents.join('')));
  assert.equal(house.entries.length, 200);
  assert.ok(house.entries.every(({ trouble, usd }) => trouble === null && usd === 0.15));
  assert.equal(house.desk.inFlight, 0);
  assert.deepEqual(warnings, []);
});

const behaviours: Readonly<Record<string, Reply>> = {
  answers: (response) => sendMessage(response),
  streams: (response) => void startStream(response).end(streamEvents.join('')),
  refuses: (response) => sendError(response, 400, 'invalid_request_error'),
  limits: (response) => sendError(response, 429, 'rate_limit_error', { 'retry-after': '1' }),
  overloads: (response) =>
    void startStream(response).end('data: {"type":"error","error":{"type":"overloaded_error"}}\n\n'),
  locks: (response) => sendError(response, 401, 'authentication_error'),
  cuts: (response) => void response.destroy(),
  'cuts late': (response) => void startStream(response).write(streamEvents[0], () => response.destroy()),
  'says nothing': (response) => void response.writeHead(200).end(),
  redirects: (response) => void response.writeHead(302, { location: '/' }).end(),
  babbles: (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('<html>\n\n\u0000'),
};

test('whatever a provider does: every lease is released once, every entry told once, and every caller answered', async () => {
  const plans = fc.array(fc.constantFrom(...Object.keys(behaviours)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plans, fc.boolean(), async (plan, isLeaving) => {
      await using upstream = await openLoopbackUpstream((response, request, at) => {
        behaviours[plan[at % plan.length] ?? '']?.(response, request, at);
      });
      const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second', 'third');
      await using house = await openTestHouse('', { credentials, maxRetries: 2 });
      const controller = new AbortController();
      const asked = Array.from({ length: 3 }, async () => {
        await (await house.ask({ isStream: true, signal: controller.signal })).text();
      });
      if (isLeaving) controller.abort();
      await Promise.allSettled(asked);
      await until(() => house.desk.inFlight === 0);
      const ids = house.desk.released.map(({ lease }) => lease.id);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        house.entries.map(({ lease }) => lease),
        ids,
      );
    }),
    { numRuns: 60 },
  );
});
