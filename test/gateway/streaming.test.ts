import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { HandClock } from './hand-clock.ts';
import { event, openLoopbackUpstream, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { openTestHouse, type TestHouse, until } from './test-house.ts';

const idleMs = 77_777;
const wallMs = 888_888;

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return Buffer.from(value ?? []).toString('utf8');
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  assert.ok(body);
  return body.getReader();
}

test('every event goes on before the next one is sent', async () => {
  const responses: ServerResponse[] = [];
  await using upstream = await openLoopbackUpstream((response) => {
    responses.push(startStream(response));
    response.write(streamEvents[0]);
  });
  await using house = await openTestHouse(upstream.origin);
  const reader = readerOf(await house.ask({ isStream: true }));
  assert.equal(await readText(reader), streamEvents[0]);
  for (const next of streamEvents.slice(1)) {
    responses[0]?.write(next);
    assert.equal(await readText(reader), next);
  }
  responses[0]?.end();
  assert.equal((await reader.read()).done, true);
  const [entry] = house.entries;
  assert.ok(entry);
  assert.deepEqual(entry.usage, { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 });
  assert.equal(entry.answeredBy, 'claude-test-1');
  assert.equal(entry.usd, 0.15);
  assert.deepEqual(house.desk.observations[0]?.usage, entry.usage);
});

test('whoever waits to hear whether the provider answers hears it when an answer begins, and of no refusal', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 0) startStream(response).end(event({ type: 'error', error: { type: 'overloaded_error' } }));
    else startStream(response).write(streamEvents[0]);
  });
  await using house = await openTestHouse(upstream.origin);
  const reader = readerOf(await house.ask({ isStream: true }));
  assert.equal(await readText(reader), streamEvents[0]);
  assert.deepEqual(house.desk.begun, ['lease-2'], 'the first was an overload');
  assert.equal(house.entries.length, 1, 'and the second is not over');
});

test('parts of an event go on as they come, once the first event is known', async () => {
  const responses: ServerResponse[] = [];
  await using upstream = await openLoopbackUpstream((response) => {
    responses.push(startStream(response));
    response.write(`${streamEvents[0]}data: {"half`);
  });
  await using house = await openTestHouse(upstream.origin);
  const reader = readerOf(await house.ask({ isStream: true }));
  assert.equal(await readText(reader), `${streamEvents[0]}data: {"half`);
  responses[0]?.end();
});

test('an endless first event is not held for ever', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).write(`data: ${'x'.repeat(200_000)}`);
  });
  await using house = await openTestHouse(upstream.origin);
  const reader = readerOf(await house.ask({ isStream: true }));
  assert.match(await readText(reader), /^data: x/);
});

test('a caller that goes away ends the exchange at once, and its lease counts as answered', async () => {
  await using upstream = await openLoopbackUpstream((response) => void startStream(response).write(streamEvents[0]));
  await using house = await openTestHouse(upstream.origin);
  const controller = new AbortController();
  const reader = readerOf(await house.ask({ isStream: true, signal: controller.signal }));
  await readText(reader);
  assert.equal(house.desk.inFlight, 1);
  controller.abort();
  await until(() => upstream.abandoned === 1 && house.desk.inFlight === 0);
  assert.equal(house.desk.observations[0]?.trouble, null);
  assert.equal(house.entries[0]?.usd, null, 'what was cut off could not be measured');
  const usages = [house.entries[0]?.usage, house.desk.observations[0]?.usage];
  assert.deepEqual(usages, [null, null], 'what the start of a stream says of tokens is not what it took');
});

test('a stream that the provider cuts off is cut off for the caller, and never asked again', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).write(streamEvents[0], () => response.destroy());
  });
  await using house = await openTestHouse(upstream.origin);
  const reply = await house.ask({ isStream: true });
  await assert.rejects(reply.text());
  await until(() => house.desk.inFlight === 0);
  assert.equal(upstream.seen.length, 1);
  assert.equal(house.entries[0]?.trouble, 'transient');
  assert.equal(house.entries[0]?.usd, null);
});

test('a stream that ends in good order before its last event was cut off, and is not measured by its first words', async () => {
  const isWhole = (count: number) => count === streamEvents.length;
  let count = 1;
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).end(streamEvents.slice(0, count).join(''));
  });
  await using house = await openTestHouse(upstream.origin);
  for (; count <= streamEvents.length; count += 1) {
    assert.equal(await (await house.ask({ isStream: true })).text(), streamEvents.slice(0, count).join(''));
    const { usd, usage } = house.entries.at(-1) ?? {};
    assert.deepEqual([usd, usage?.outputTokens], isWhole(count) ? [0.15, 5] : [null, undefined], `${count} events`);
  }
});

test('an error in the midst of a stream is passed on, and observed', async () => {
  const late = event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } });
  await using upstream = await openLoopbackUpstream((response) => startStream(response).end(streamEvents[0] + late));
  await using house = await openTestHouse(upstream.origin);
  const reply = await house.ask({ isStream: true });
  assert.equal(await reply.text(), streamEvents[0] + late);
  assert.equal(house.desk.observations[0]?.trouble?.kind, 'overload');
  assert.equal(upstream.seen.length, 1);
});

test('a reader that is slow holds the provider back, not memory', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let written = 0;
  const total = 32 * 1024 * 1024;
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const go = () => {
      while (written < total && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', go);
    go();
  });
  await using house = await openTestHouse(upstream.origin);
  const reader = readerOf(await house.ask());
  await readText(reader);
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.ok(written < total / 2, `${written} bytes were taken from the provider for nobody`);
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length;
  assert.ok(size > total - 4 * 1024 * 1024 && size <= total, 'and then all of it comes');
  assert.equal(house.entries[0]?.trouble, null);
});

test('a reply that is too long is cut off, and called wrong', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const go = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', go);
    go();
  });
  await using house = await openTestHouse(upstream.origin, { limits: { maxReplyBytes: 1_000_000 } });
  const reply = await house.ask();
  await assert.rejects(reply.text());
  await until(() => house.desk.inFlight === 0);
  assert.equal(house.entries[0]?.trouble, 'request');
  assert.equal(upstream.seen.length, 1);
});

/** Repeats once, at once; its times are in the hands of the test. */
async function openTimed(origin: string): Promise<{ house: TestHouse; clock: HandClock }> {
  const clock = new HandClock();
  return { house: await openTestHouse(origin, { maxRetries: 1, limits: { idleMs, wallMs }, clock }), clock };
}

test('silence before the reply is trouble that is asked again', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 1) sendMessage(response);
  });
  const { house, clock } = await openTimed(upstream.origin);
  await using _house = house;
  const asked = house.ask();
  await until(() => upstream.seen.length === 1);
  clock.fire(idleMs);
  assert.equal((await asked).status, 200);
  assert.deepEqual(
    house.entries.map(({ trouble }) => trouble),
    ['transient', null],
  );
  assert.equal(house.entries[0]?.usd, null, 'it may have been billed');
  assert.equal(clock.count(idleMs) + clock.count(wallMs), 0, 'no timer is left');
});

test('silence between the head and the first byte is trouble that is asked again', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 0) startStream(response).flushHeaders();
    else startStream(response).end(streamEvents.join(''));
  });
  const { house, clock } = await openTimed(upstream.origin);
  await using _house = house;
  const asked = house.ask({ isStream: true });
  await until(() => upstream.seen.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  clock.fire(idleMs);
  assert.equal(await (await asked).text(), streamEvents.join(''));
  assert.deepEqual(
    house.entries.map(({ trouble }) => trouble),
    ['transient', null],
  );
});

test('silence in the midst of a stream cuts it off', async () => {
  await using upstream = await openLoopbackUpstream((response) => void startStream(response).write(streamEvents[0]));
  const { house, clock } = await openTimed(upstream.origin);
  await using _house = house;
  const reply = await house.ask({ isStream: true });
  await until(() => clock.count(idleMs) === 1);
  clock.fire(idleMs);
  await assert.rejects(reply.text());
  await until(() => house.desk.inFlight === 0 && upstream.abandoned === 1);
  assert.equal(house.entries[0]?.trouble, 'transient');
  assert.equal(upstream.seen.length, 1);
});

test('a reader that is slow is no silence of the provider', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(Buffer.alloc(12 * 1024 * 1024));
  });
  const { house, clock } = await openTimed(upstream.origin);
  await using _house = house;
  const reply = await house.ask();
  await until(() => clock.count(idleMs) === 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(clock.count(idleMs), 0, 'nobody listens to the provider while the reader is behind');
  assert.equal((await reply.arrayBuffer()).byteLength, 12 * 1024 * 1024);
});

test('a stream that never ends is cut off by its time, however lively it is', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).write(streamEvents[0]);
    const timer = setInterval(() => response.write(': still here\n\n'), 10);
    response.on('close', () => clearInterval(timer));
  });
  const { house, clock } = await openTimed(upstream.origin);
  await using _house = house;
  const reply = await house.ask({ isStream: true });
  clock.fire(wallMs);
  await assert.rejects(reply.text());
  await until(() => house.desk.inFlight === 0 && upstream.abandoned === 1);
  assert.equal(house.entries[0]?.trouble, 'transient');
  assert.equal(upstream.seen.length, 1);
});

test('revoking a token ends what its holder has under way', async () => {
  await using upstream = await openLoopbackUpstream((response) => void startStream(response).write(streamEvents[0]));
  await using house = await openTestHouse(upstream.origin);
  const reply = await house.ask({ isStream: true });
  house.gateway.revoke(house.token);
  await assert.rejects(reply.text());
  await until(() => house.desk.inFlight === 0 && upstream.abandoned === 1);
});
