import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { FromWorker } from '../../src/parallel/worker-messages.ts';
import { Outbox } from '../../src/worker/outbox.ts';

const said = (line: string): FromWorker => ({ kind: 'said', line });

test('what is said in one breath goes at once, in its order', async () => {
  const sent: FromWorker[] = [];
  const outbox = new Outbox((message) => sent.push(message));
  outbox.post(said('one'));
  await null;
  outbox.post(said('two'));
  assert.deepEqual(sent, []);
  await nextRound();
  assert.deepEqual(sent, [{ kind: 'several', messages: [said('one'), said('two')] }]);
});

test('what is said alone goes as it is, and nothing goes twice', async () => {
  const sent: FromWorker[] = [];
  const outbox = new Outbox((message) => sent.push(message));
  for (const line of ['one', 'two']) {
    outbox.post(said(line));
    await nextRound();
  }
  await nextRound();
  assert.deepEqual(sent, [said('one'), said('two')]);
});
