import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { type Delivery, deliver, type Piece } from '../../src/simulator/deliver.ts';

/** Delivers to one caller, and tells what was on its way when the end was called. */
async function deliverOnce(delivery: Partial<Delivery>): Promise<{ ends: unknown[]; body: Promise<string> }> {
  const ends: unknown[] = [];
  const server = createServer(async (_, response) => {
    const whole: Delivery = { status: 200, headers: {}, pieces: [], ending: 'end', ...delivery };
    await deliver(response, whole, (isWhole) => void ends.push([isWhole, response.headersSent]));
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const reply = await fetch(`http://127.0.0.1:${address.port}`, { headers: { connection: 'close' } });
  return { ends, body: reply.text() };
}

const piece = (bytes: string): Piece => ({ bytes, atMs: 0 });

test('the end is told once, before the last piece is on its way', async () => {
  const { ends, body } = await deliverOnce({ pieces: [piece('whole')] });
  assert.equal(await body, 'whole');
  assert.deepEqual(ends, [[true, false]]);
});

test('an empty delivery has an end, too', async () => {
  const { ends, body } = await deliverOnce({ pieces: [] });
  assert.equal(await body, '');
  assert.deepEqual(ends, [[true, false]]);
});

test('what was written before a cut arrives, and no end', async () => {
  const { ends, body } = await deliverOnce({ pieces: [piece('a'), piece('b')], ending: 'cut' });
  await assert.rejects(body);
  assert.deepEqual(ends, [[true, true]]);
});
