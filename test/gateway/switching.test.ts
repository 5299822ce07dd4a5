import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { openTestHouse } from './test-house.ts';

test('a provider that answers 101 does not hold a lease and the gateway for ever', { timeout: 10_000 }, async () => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const house = await openTestHouse(origin, { maxRetries: 0, limits: { idleMs: 500, wallMs: 1000 } });
  const reply = await house.ask({ signal: AbortSignal.timeout(5000) }).catch(() => null);
  server.close();
  assert.equal(reply?.status, 502);
  assert.equal(house.entries.length, 1);
  await house[Symbol.asyncDispose]();
});
