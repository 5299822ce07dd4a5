import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LocalBatch } from '../../../src/engines/local/local-batch.ts';
import type { BatchEvent } from '../../../src/model/event.ts';
import { AwakeClock } from '../../../src/parallel/awake-clock.ts';
import { WorkerPool } from '../../../src/parallel/worker-pool.ts';
import { Workspace } from '../../workspace.ts';

/** Takes one task with it, and every successor. */
const lastOfItsKind = `
  import { unlinkSync } from 'node:fs';
  process.on('message', () => {
    unlinkSync(new URL(import.meta.url));
    process.exit(7);
  });
  process.send({ kind: 'ready' });
`;

test('a machine that has no room for a worker any more fails no task: they wait', async () => {
  using workspace = new Workspace().write({ 'worker.mjs': lastOfItsKind });
  const entry = pathToFileURL(workspace.path('worker.mjs'));
  using clock = new AwakeClock();
  const pool = new WorkerPool({ entry, environment: process.env, heapMb: 64, output: 'silent' }, 1);
  const events: BatchEvent[] = [];
  const limits = { parallel: 1, maxParallel: 1, maxAttempts: 2, maxWaitMs: 60_000, batchTimeoutMs: null };
  const batch: LocalBatch<{ id: string; conflictsWith: string[] }> = new LocalBatch(
    {
      ...{ repoDir: workspace.dir, pool, clock, traceId: 't', batchSpanId: 's', taskTimeoutMs: 60_000 },
      makeSpanId: () => 's',
      orderOf: async () => null,
      append: async (event) => {
        events.push(event);
        if (events.filter(({ kind }) => kind === 'task-parked').length === 2) setImmediate(() => batch.stop('seen'));
      },
      note: () => {},
      onSaid: () => {},
      onOutput: () => {},
      onOutputEnd: () => {},
      permitCall: async () => {},
      hasAnswer: () => false,
    },
    limits,
    () => ({ burnedAttempts: 0, waitedMs: 0 }),
  );
  const fates = await batch.execute(['1', '2'].map((id) => ({ id, conflictsWith: [] })));
  assert.deepEqual([...fates.values()], [{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  const waits = events.filter((event) => event.kind === 'task-parked');
  assert.deepEqual(
    waits.map((event) => [event.task, event.reason]),
    ['1', '2'].map((id) => [id, 'its worker ended unexpectedly (exit code 1)']),
  );
});
