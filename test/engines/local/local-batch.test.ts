import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LocalBatch } from '../../../src/engines/local/local-batch.ts';
import type { BatchEvent } from '../../../src/model/event.ts';
import type { Fate } from '../../../src/model/outcome.ts';
import { AwakeClock } from '../../../src/parallel/awake-clock.ts';
import type { CoordinatedTask } from '../../../src/parallel/coordinator.ts';
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

/** Was told to end, and by whom it does not know. */
const stopsByItself = `
  const end = { kind: 'stopped' };
  process.on('message', () => process.send({ kind: 'ended', end, rssBytes: 0, isUnsettled: false }));
  process.send({ kind: 'ready' });
`;

interface Told {
  readonly fates: readonly Fate[];
  readonly events: readonly BatchEvent[];
}

/** A batch of two tasks, one after the other; stopped when each of them waits. */
async function runWith(worker: string): Promise<Told> {
  using workspace = new Workspace().write({ 'worker.mjs': worker });
  const entry = pathToFileURL(workspace.path('worker.mjs'));
  using clock = new AwakeClock();
  const pool = new WorkerPool({ entry, environment: process.env, heapMb: 64, output: 'silent' }, 1);
  const events: BatchEvent[] = [];
  const limits = { parallel: 1, maxParallel: 1, maxAttempts: 2, maxWaitMs: 60_000, batchTimeoutMs: null };
  const batch: LocalBatch<CoordinatedTask> = new LocalBatch(
    {
      ...{ repoDir: workspace.dir, pool, clock, traceId: 't', batchSpanId: 's', taskTimeoutMs: 60_000 },
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
  return { fates: [...fates.values()], events };
}

test('a machine that has no room for a worker any more fails no task: they wait', async () => {
  const { fates, events } = await runWith(lastOfItsKind);
  assert.deepEqual(fates, [{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  const waits = events.filter((event) => event.kind === 'task-parked');
  assert.deepEqual(
    waits.map((event) => [event.task, event.reason]),
    ['1', '2'].map((id) => [id, 'its worker ended unexpectedly (exit code 1)']),
  );
});

test('a worker that is told to end while its batch goes on has crashed: its task is tried again', async () => {
  const { fates, events } = await runWith(stopsByItself);
  const failure = { code: 'crash', message: 'its worker was told to end (SIGTERM)' };
  assert.deepEqual(fates, Array(2).fill({ kind: 'failed', failure }));
  assert.equal(events.filter(({ kind }) => kind === 'attempt-failed').length, 2);
});
