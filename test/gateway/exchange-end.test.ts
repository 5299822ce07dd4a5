import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HandClock } from './hand-clock.ts';
import { openLoopbackUpstream, type Reply, sendMessage, startStream } from './loopback-upstream.ts';
import { openTestHouse, until } from './test-house.ts';

const idleMs = 77_777;

test('a caller that goes away before any reply ends the exchange at once, too', async () => {
  await using upstream = await openLoopbackUpstream(() => undefined);
  await using house = await openTestHouse(upstream.origin);
  const controller = new AbortController();
  const asked = house.ask({ signal: controller.signal });
  await until(() => upstream.seen.length === 1);
  controller.abort();
  await assert.rejects(asked);
  await until(() => upstream.abandoned === 1 && house.desk.inFlight === 0);
  assert.equal(upstream.seen.length, 1, 'nothing is repeated for nobody');
  assert.equal(house.desk.observations[0]?.trouble?.kind, 'abandoned', 'it says nothing for the credential');
  assert.equal(house.entries[0]?.trouble, 'abandoned');
  assert.equal(house.entries[0]?.usd, null, 'it may have been billed');
});

test('a caller that goes away between the head and the first byte has begun to be answered', async () => {
  await using upstream = await openLoopbackUpstream((response) => startStream(response).flushHeaders());
  let listened = 0;
  class CountingClock extends HandClock {
    override after(ms: number, call: () => void): () => void {
      if (ms === idleMs) listened += 1;
      return super.after(ms, call);
    }
  }
  await using house = await openTestHouse(upstream.origin, { limits: { idleMs }, clock: new CountingClock() });
  const controller = new AbortController();
  const asked = house.ask({ isStream: true, signal: controller.signal });
  await until(() => listened === 2);
  controller.abort();
  await assert.rejects(asked);
  await until(() => house.desk.inFlight === 0);
  assert.equal(house.entries[0]?.status, 200);
  assert.equal(house.entries[0]?.trouble, null);
});

test('a caller that has gone when its lease comes gives it back, and nothing is asked or spent', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  house.desk.script.push(async () => {
    house.gateway.revoke(house.token);
    return null;
  });
  await assert.rejects(house.ask());
  await until(() => house.entries.length === 1);
  assert.equal(house.desk.observations[0]?.trouble?.kind, 'abandoned');
  assert.equal(house.entries[0]?.usd, 0);
  assert.equal(upstream.seen.length, 0);
});

test('what fails while a call is measured costs no lease: it is released once, as unmeasured', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const prices = {
    estimateUsd: () => 0.1,
    usdOf(_provider: string, _model: string, { inputTokens }: { readonly inputTokens: number }): number {
      if (inputTokens > 0) throw new TypeError('a defect');
      return 0;
    },
  };
  await using house = await openTestHouse(upstream.origin, { prices });
  await assert.rejects(async () => await (await house.ask()).text());
  await until(() => house.entries.length === 1);
  assert.equal(house.desk.released.length, 1);
  assert.deepEqual(house.desk.observations[0], { trouble: null, advice: [], usage: null, usd: null });
  assert.equal(upstream.seen.length, 1);
});

const tooFast = '{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}';
const halfSaid: readonly (readonly [string, Reply])[] = [
  ['is cut off', (response) => void response.write(tooFast.slice(0, 30), () => response.destroy())],
  ['is cut off before its first byte', (response) => setTimeout(() => response.destroy(), 20)],
  ['never ends', (response) => void response.write(tooFast.slice(0, 30))],
];
for (const [how, explain] of halfSaid) {
  test(`a refusal whose explanation ${how} is the refusal that its status says`, async () => {
    const refusals = [429, 401, 400];
    await using upstream = await openLoopbackUpstream((response, request, at) => {
      const status = refusals[at];
      if (status === undefined) return sendMessage(response);
      response.writeHead(status, { 'retry-after': '1', 'content-length': 500 }).flushHeaders();
      explain(response, request, at);
    });
    await using house = await openTestHouse(upstream.origin, { limits: { idleMs: 200 } });
    const reply = await house.ask();
    await reply.text();
    assert.equal(reply.status, 200);
    const told = house.entries.map(({ status, trouble, usd }) => [status, trouble, usd]);
    const ofHalfSentence = [400, 'transient', 0];
    assert.deepEqual(told, [[429, 'rate', 0], [401, 'auth', 0], ofHalfSentence, [200, null, 0.15]]);
  });
}

test('a refusal that is compressed is the refusal that its status says', async () => {
  const refusals = [429, 401, 500];
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    const status = refusals[at];
    if (status === undefined) return sendMessage(response);
    response.writeHead(status, { 'retry-after': '0', 'content-encoding': 'gzip' }).end(gzipSync(tooFast));
  });
  await using house = await openTestHouse(upstream.origin);
  assert.equal((await house.ask()).status, 200);
  assert.deepEqual(
    house.entries.map(({ trouble }) => trouble),
    ['rate', 'auth', 'transient', null],
  );
  assert.equal(house.desk.observations[0]?.trouble?.message, 'HTTP 429, with a compressed explanation');
});
