import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { AttemptEnd } from '../../src/model/attempt.ts';
import { makeTraceVariables } from '../../src/model/trace.ts';
import type { PooledWorker } from '../../src/parallel/pooled-worker.ts';
import { workerEntry } from '../../src/parallel/worker-entry.ts';
import { WorkerPool } from '../../src/parallel/worker-pool.ts';
import { actsUrl } from '../library/run-acts.ts';

const trace = makeTraceVariables({ traceId: '0'.repeat(32), spanId: '0'.repeat(16) });

/** A pool whose workers are all gone when the test ends. */
function openPool(size: number, entry = workerEntry, mostCold?: number): WorkerPool & Disposable {
  const environment = { PATH: process.env['PATH'] };
  const pool = new WorkerPool({ entry, environment, heapMb: 128, output: 'captured' }, size, mostCold);
  return Object.assign(pool, { [Symbol.dispose]: () => pool.killAll() });
}

async function run(
  worker: PooledWorker,
  act: string,
  onOutput: (text: string) => void = () => {},
): Promise<AttemptEnd> {
  return await worker.run({
    order: { kind: 'module', url: actsUrl.href, task: { id: 'a', act }, place: null },
    trace,
    onTold: () => {},
    onRequest: async () => null,
    onSaid: () => {},
    onOutput: (_stream, chunk) => onOutput(String(chunk)),
  });
}

function isThere({ pid }: PooledWorker): boolean {
  return existsSync(`/proc/${pid}/exe`);
}

test('a sound worker is lent again; one that crashed is replaced', async () => {
  using pool = openPool(1);
  const first = await pool.acquire();
  assert.equal((await run(first, 'pid')).kind, 'done');
  pool.release(first, true);
  const again = await pool.acquire();
  assert.equal(again, first);
  const end = await run(again, 'exit');
  assert.deepEqual(end.kind === 'failed' && end.failure, {
    code: 'crash',
    message: 'its worker ended unexpectedly (exit code 3)',
  });
  pool.release(again, false);
  const successor = await pool.acquire();
  assert.notEqual(successor, first);
  assert.equal((await run(successor, 'pid')).kind, 'done');
});

test('more than its size is never lent: who comes later waits for a release', async () => {
  using pool = openPool(2);
  const [one] = [await pool.acquire(), await pool.acquire()];
  let isLent = false;
  const third = pool.acquire().then((worker) => {
    isLent = true;
    return worker;
  });
  await one.ready;
  assert.equal(isLent, false);
  pool.release(one, true);
  assert.equal(await third, one);
  assert.equal(pool.busy.length, 2);
});

test('of workers that never served, only as many are lent as may be cold, until the first task of one waits or ends', async () => {
  using pool = openPool(3, workerEntry, 1);
  const lent: PooledWorker[] = [];
  const all = [1, 2, 3].map(async () => lent.push(await pool.acquire()));
  await Promise.race(all);
  assert.equal(pool.busy.length, 1);
  const [first] = lent;
  void run(first ?? assert.fail(), 'hang');
  await first?.warmed;
  await Promise.all(all);
  assert.equal(pool.busy.length, 3);
});

test('a worker that has served is lent whatever others are at', async () => {
  using pool = openPool(2, workerEntry, 1);
  const first = await pool.acquire();
  await run(first, 'pid');
  const second = await pool.acquire();
  pool.release(first, true);
  assert.equal(await pool.acquire(), first);
  assert.notEqual(second, first);
});

test('a pool is never larger than 64', () => {
  assert.equal(openPool(1000).size, 64);
  assert.equal(openPool(0).size, 1);
});

test('warming starts no more than asked for, and no worker twice', async () => {
  using pool = openPool(4);
  pool.warm(2);
  pool.warm(2);
  const [one, two] = [await pool.acquire(), await pool.acquire()];
  const numbers = [one.pid, two.pid];
  pool.release(one, true);
  pool.release(two, true);
  const again = [await pool.acquire(), await pool.acquire()].map(({ pid }) => pid);
  assert.deepEqual(again.toSorted(), numbers.toSorted());
});

test('a closed pool starts and lends nothing, not even to those who wait', async () => {
  using pool = openPool(1);
  const worker = await pool.acquire();
  const waiting = pool.acquire();
  pool.close();
  await assert.rejects(waiting, { code: 'POOL_CLOSED' });
  await assert.rejects(pool.acquire(), { code: 'POOL_CLOSED' });
  pool.release(worker, true);
  await pool.dismiss();
  assert.ok(!isThere(worker));
  pool.warm(1);
  assert.equal(pool.busy.length, 0);
});

test('a worker that died in its sleep serves nobody', async () => {
  using pool = openPool(1);
  const first = await pool.acquire();
  pool.release(first, true);
  process.kill(first.pid, 'SIGKILL');
  await first.gone;
  const second = await pool.acquire();
  assert.notEqual(second.pid, first.pid);
  assert.equal((await run(second, 'pid')).kind, 'done');
});

test('dismissed workers are gone when the pool says so, also one whose task left a loop behind', async () => {
  using pool = openPool(2);
  const [one, two] = [await pool.acquire(), await pool.acquire()];
  assert.equal((await run(one, 'spinLater')).kind, 'done');
  pool.release(one, true);
  pool.release(two, true);
  await pool.dismiss();
  assert.deepEqual([isThere(one), isThere(two)], [false, false]);
});

test('a task of a worker that is killed ends as it was told', async () => {
  using pool = openPool(1);
  const worker = await pool.acquire();
  const running = run(worker, 'spin');
  worker.kill({ kind: 'stopped' });
  assert.deepEqual(await running, { kind: 'stopped' });
  await worker.gone;
});

test('output is heard before its end, also when the news of the end overtakes it', async () => {
  const entry = new URL('../fixtures/workers/told-then-print.mjs', import.meta.url);
  using pool = openPool(1, entry);
  const worker = await pool.acquire();
  for (let round = 0; round < 20; round += 1) {
    const heard: string[] = [];
    const onTold = () => {
      // Meanwhile both the output and the end arrive, and the channel is read to its end first.
      for (const untilMs = performance.now() + 20; performance.now() < untilMs; );
    };
    const onOutput = (stream: string, chunk: Buffer) => void heard.push(`${stream}: ${chunk}`);
    await worker.run({ order: round, trace, onTold, onRequest: async () => null, onSaid: () => {}, onOutput });
    assert.deepEqual(heard.toSorted(), [`stderr: err of ${round}`, `stdout: out of ${round}`]);
  }
});

test('a worker that cannot start is an error, not a wait without end', async () => {
  const entry = new URL('../fixtures/executors/missing-worker.mjs', import.meta.url);
  using pool = openPool(3, entry);
  const acquired = await Promise.allSettled([pool.acquire(), pool.acquire(), pool.acquire()]);
  assert.deepEqual(
    acquired.map((one) => one.status === 'rejected' && one.reason.code),
    Array(3).fill('WORKER_UNSTARTABLE'),
  );
});
