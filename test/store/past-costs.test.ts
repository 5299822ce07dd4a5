import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BatchEvent, BatchStarted } from '../../src/model/event.ts';
import { openJournal } from '../../src/store/journal.ts';
import { readPastCosts } from '../../src/store/past-costs.ts';
import { redact } from '../no-secrets.ts';
import { planned } from '../report/recorded-batch.ts';
import { Workspace } from '../workspace.ts';

const roles = [
  { role: 'drafter', spec: 'anthropic:a' },
  { role: 'reviewer', spec: 'openai:b' },
];
const question = { workflow: 'requirements', roles } as const;
const settings = { drafter: 'anthropic:a', reviewer: 'openai:b', parallel: 4 };

/** Starts, saves one value as number `sequence`, and is done. */
function doneTask(task: string, ms: number, usd: number | null, sequence = 1): BatchEvent[] {
  return [
    { kind: 'task-started', task, attempt: 1 },
    { kind: 'step-done', task, step: 'draft#1', checkpoint: { id: 'c', sequence }, ms, usd },
    { kind: 'step-done', task, step: 'review#1', checkpoint: { id: 'c', sequence: sequence + 1 }, ms, usd: 0 },
    { kind: 'task-done', task, files: [], runningMs: ms },
  ];
}

async function write(
  workspace: Workspace,
  batch: string,
  events: readonly BatchEvent[],
  more: Partial<BatchStarted> = {},
): Promise<void> {
  const setup = { baseDir: workspace.dir, batch, traceId: 't', now: () => 7, redact, onFlushed: () => {} };
  await using journal = openJournal(setup);
  const ids = new Set(events.flatMap((event) => ('task' in event ? [event.task] : [])));
  const started: BatchStarted = {
    kind: 'batch-started',
    workflow: 'requirements',
    parallel: 1,
    tasks: [...ids].map((id) => planned(id)),
    skipped: [],
    rejected: [],
    settings,
    places: [],
    repoDir: '/',
    roots: [],
    isFresh: false,
    ...more,
  };
  for (const event of [started, ...events]) void journal.append(event, 's');
}

test('tasks that the same roles did say what they took; those of others say nothing', async () => {
  using workspace = new Workspace();
  await write(workspace, '2026a', [...doneTask('1', 61_000, 0.25), ...doneTask('2', 4000, null)]);
  await write(workspace, '2026b', doneTask('3', 1000, 9), { settings: { ...settings, reviewer: 'openai:c' } });
  await write(workspace, '2026c', doneTask('4', 1000, 9), { workflow: 'implement' });
  await write(workspace, '2026d', doneTask('5', 7000, 0.5));
  assert.deepEqual(readPastCosts(workspace.dir, question), [
    { seconds: 7, usd: 0.5 },
    { seconds: 61, usd: 0.25 },
    { seconds: 4, usd: null },
  ]);
});

test('a task that is not done, or went on with steps of an earlier batch, is no measure', async () => {
  using workspace = new Workspace();
  const [started, step] = doneTask('1', 1000, 0.1);
  assert.ok(started !== undefined && step !== undefined);
  await write(workspace, '2026a', [
    started,
    step,
    { kind: 'task-failed', task: '1', failure: { code: 'crash', message: 'm' }, runningMs: 1000 },
    ...doneTask('2', 2000, 0.2, 7),
  ]);
  assert.deepEqual(readPastCosts(workspace.dir, question), []);
});

test('all attempts of a task in its batch count', async () => {
  using workspace = new Workspace();
  const [started, ...rest] = doneTask('1', 3000, 0.1);
  assert.ok(started !== undefined);
  const parked = { kind: 'task-parked', task: '1', gate: null, for: 'time', reason: 'limit', untilAt: 9 } as const;
  await write(workspace, '2026a', [started, { ...parked, heldMs: 0, runningMs: 2000 }, started, ...rest]);
  assert.deepEqual(readPastCosts(workspace.dir, question), [{ seconds: 5, usd: 0.1 }]);
});

test('the newest batches come first, and two hundred tasks are enough', async () => {
  using workspace = new Workspace();
  const many = (from: number, count: number, usd: number) =>
    Array.from({ length: count }, (_, at) => doneTask(`${from + at}`, 1000, usd)).flat();
  await write(workspace, '2026a', many(1, 150, 0.1));
  await write(workspace, '2026b', many(1000, 150, 0.2));
  const costs = readPastCosts(workspace.dir, question);
  assert.deepEqual([costs.length, costs[0]?.usd, costs[149]?.usd, costs[150]?.usd], [200, 0.2, 0.2, 0.1]);
});

test('a journal that is damaged says nothing, and hides no other', async () => {
  using workspace = new Workspace();
  await write(workspace, '2026a', doneTask('1', 1000, 0.1));
  await write(workspace, '2026b', doneTask('2', 2000, 0.2));
  appendFileSync(workspace.path('batches/2026b/journal.ndjson'), 'nonsense\n');
  assert.deepEqual(readPastCosts(workspace.dir, question), [{ seconds: 1, usd: 0.1 }]);
});

test('without a batch there is no past', () => {
  using workspace = new Workspace();
  assert.deepEqual(readPastCosts(workspace.dir, question), []);
});
