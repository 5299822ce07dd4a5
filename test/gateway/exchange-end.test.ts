import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock } from './hand-clock.ts';
import { openLoopbackUpstream, sendMessage, startStream } from './loopback-upstream.ts';
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
