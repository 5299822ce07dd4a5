import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { HandClock } from './hand-clock.ts';
import { openTestHouse, type TestHouse, until } from './test-house.ts';

/** Time stands still unless a test moves it: no machine is too slow for a connection to be stale. */
class StillClock extends HandClock {
  at = 1_900_000_000_000;

  override now(): number {
    return this.at;
  }
}

interface Fickle extends AsyncDisposable {
  readonly origin: string;
  /** One for each connection. */
  readonly sockets: readonly Socket[];
}

/** Answers where it is told to: the requests of every connection are counted from 1, and so are the connections. */
async function openFickle(
  isAnswered: (socket: Socket, request: number, connection: number) => boolean,
): Promise<Fickle> {
  const body = '{"id":"msg_1"}';
  const reply = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = sockets.push(socket);
    let requests = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (!chunk.toString('latin1').startsWith('POST ')) return;
      requests += 1;
      if (isAnswered(socket, requests, connection)) socket.write(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The second request of a connection is not served: it was idle for too long. */
function closing(close: (socket: Socket) => void): Parameters<typeof openFickle>[0] {
  return (socket, request) => {
    if (request === 1) return true;
    close(socket);
    return false;
  };
}

async function askTwice(house: TestHouse): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const reply = await house.ask();
    await reply.text();
    statuses.push(reply.status);
  }
  return statuses;
}

for (const [how, close] of [
  ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ['ends', (socket: Socket) => socket.end()],
  ['destroys', (socket: Socket) => socket.destroy()],
] as const) {
  test(`a server that ${how} an idle connection when a request arrives costs the caller nothing`, async () => {
    await using upstream = await openFickle(closing(close));
    await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock: new StillClock() });
    assert.deepEqual(await askTwice(house), [200, 200]);
    assert.equal(upstream.sockets.length, 2, 'the second went over a fresh connection');
    assert.deepEqual(
      house.entries.map(({ trouble, repeat }) => [trouble, repeat]),
      [
        [null, 0],
        [null, 0],
      ],
    );
  });
}

test('a long request that cannot be written to a connection that was closed is sent over another one', async () => {
  await using upstream = await openFickle(closing((socket) => socket.resetAndDestroy()));
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock: new StillClock() });
  await (await house.ask()).text();
  const body = { model: 'claude-test-1', text: 'x'.repeat(5_000_000) };
  assert.equal((await house.ask({ body })).status, 200);
  assert.deepEqual(
    house.entries.map(({ trouble }) => trouble),
    [null, null],
  );
});

test('it is sent over a fresh connection once, and then it is trouble', async () => {
  await using upstream = await openFickle((socket, request, connection) => {
    if (request === 1 && connection === 1) return true;
    socket.resetAndDestroy();
    return false;
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock: new StillClock() });
  assert.deepEqual(await askTwice(house), [200, 502]);
  assert.equal(upstream.sockets.length, 2);
  assert.deepEqual(
    house.entries.map(({ trouble }) => trouble),
    [null, 'transient'],
  );
});

test('what was cut off without a word may have cost its estimate; what was never sent costs nothing', async () => {
  let heard = 0;
  await using upstream = await openFickle((_, request) => {
    heard += 1;
    return request === 1;
  });
  const clock = new StillClock();
  await using house = await openTestHouse(upstream.origin, { maxRetries: 0, clock });
  await (await house.ask()).text();
  const asked = house.ask();
  await until(() => heard === 2);
  clock.at += 5000;
  upstream.sockets[0]?.resetAndDestroy();
  assert.equal((await asked).status, 502);
  assert.deepEqual([house.entries[1]?.trouble, house.entries[1]?.usd], ['transient', null]);
  assert.ok((house.entries[1]?.estimatedUsd ?? 0) > 0);
  await upstream[Symbol.asyncDispose]();
  assert.equal((await house.ask()).status, 429);
  assert.deepEqual([house.entries[2]?.trouble, house.entries[2]?.usd], ['transient', 0]);
});
