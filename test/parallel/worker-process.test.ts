import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerProcess } from '../../src/parallel/worker-process.ts';
import { leaveUnmeasured } from '../workspace.ts';

function openHostile(environment: Record<string, string> = {}) {
  const entry = new URL('../fixtures/workers/hostile.mjs', import.meta.url);
  return new WorkerProcess<{ kind: string; value?: unknown }, unknown>({
    entry,
    environment,
    heapMb: 64,
    output: 'silent',
  });
}

test('a worker answers one question after the other, in one process', async () => {
  using worker = openHostile();
  assert.equal(await worker.ask({ kind: 'echo', value: 'a' }, 5000), 'a');
  const pid = await worker.ask({ kind: 'pid' }, 5000);
  assert.equal(await worker.ask({ kind: 'pid' }, 5000), pid);
});

test('what a worker refuses arrives as an error with its code', async () => {
  using worker = openHostile();
  await assert.rejects(worker.ask({ kind: 'refuse' }, 5000), { code: 'NO', message: 'refused' });
  assert.equal(await worker.ask({ kind: 'echo', value: 1 }, 5000), 1);
});

test('a worker that loops for ever is stopped at its time, and replaced', async () => {
  using worker = openHostile();
  const pid = await worker.ask({ kind: 'pid' }, 5000);
  await assert.rejects(worker.ask({ kind: 'loop' }, 300), { code: 'WORKER_TIMEOUT' });
  assert.notEqual(await worker.ask({ kind: 'pid' }, 5000), pid);
  assert.ok(!existsSync(`/proc/${pid}/exe`));
});

test('a worker that exits, throws or eats its memory costs one question', async () => {
  using worker = openHostile();
  for (const question of [{ kind: 'exit', value: 0 }, { kind: 'exit', value: 7 }, { kind: 'throw' }, { kind: 'eat' }]) {
    await assert.rejects(worker.ask(question, 20_000), { code: 'WORKER_CRASHED' }, question.kind);
    assert.equal(await worker.ask({ kind: 'echo', value: 2 }, 5000), 2);
  }
});

test('an answer that comes too late is not given to the next question', async () => {
  using worker = openHostile();
  await worker.ask({ kind: 'echo', value: 'warm' }, 5000);
  for (let round = 0; round < 5; round += 1) {
    const late = worker.ask({ kind: 'echo', value: 'late' }, 1);
    const until = performance.now() + 60;
    while (performance.now() < until);
    await late.catch(() => {});
    assert.equal(await worker.ask({ kind: 'echo', value: round }, 5000), round);
  }
});

test('a defect in a worker is told as a defect, with its stack', async () => {
  using worker = openHostile();
  await assert.rejects(
    worker.ask({ kind: 'defect' }, 5000),
    (error: Error) => !('code' in error) && error.message.includes('at x.ts:1'),
  );
});

test('a worker sees the environment that it is given, and no other', async () => {
  leaveUnmeasured();
  using worker = openHostile({ PATH: '/bin' });
  const seen = await worker.ask({ kind: 'environment' }, 5000);
  const ours = Object.keys(seen ?? {}).filter((name) => !name.startsWith('NODE_CHANNEL'));
  assert.deepEqual(ours, ['PATH']);
});

test('after its disposal no worker is left', async () => {
  const worker = openHostile();
  const pid = await worker.ask({ kind: 'pid' }, 5000);
  worker[Symbol.dispose]();
  for (let waited = 0; existsSync(`/proc/${pid}/exe`) && waited < 2000; waited += 20) await sleep(20);
  assert.ok(!existsSync(`/proc/${pid}/exe`));
});
