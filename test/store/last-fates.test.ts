import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BatchEvent } from '../../src/model/event.ts';
import type { Workflow } from '../../src/model/task.ts';
import { openJournal } from '../../src/store/journal.ts';
import { readLastFates } from '../../src/store/last-fates.ts';
import { redact } from '../no-secrets.ts';
import { planned, RecordedBatch } from '../report/recorded-batch.ts';
import { Workspace } from '../workspace.ts';

type Ending = 'task-done' | 'task-failed' | 'task-rejected' | 'task-cancelled';

function endTask(task: string, kind: Ending): BatchEvent {
  if (kind === 'task-done') return { kind, task, files: [], runningMs: 1 };
  if (kind === 'task-failed') return { kind, task, failure: { code: 'crash', message: 'm' }, runningMs: 1 };
  if (kind === 'task-rejected') return { kind, task, reason: 'no', rounds: 5, runningMs: 1 };
  return { kind, task, runningMs: 1 };
}

async function write(
  workspace: Workspace,
  batch: string,
  fates: Readonly<Record<string, Ending>>,
  workflow: Workflow = 'requirements',
): Promise<void> {
  const setup = { baseDir: workspace.dir, batch, traceId: 't', now: () => 7, redact, onFlushed: () => {} };
  await using journal = openJournal(setup);
  const nothing = {
    parallel: 1,
    tasks: [],
    skipped: [],
    rejected: [],
    settings: {},
    places: [],
    repoDir: '/',
    roots: [],
    isFresh: false,
  };
  void journal.append({ kind: 'batch-started', workflow, ...nothing }, 's');
  for (const [task, kind] of Object.entries(fates)) void journal.append(endTask(task, kind), 's');
}

test('of several batches the last fate counts, for its own workflow only', async () => {
  using workspace = new Workspace();
  await write(workspace, '2026a', { a: 'task-failed', b: 'task-rejected', c: 'task-done' });
  await write(workspace, '2026b', { a: 'task-done', c: 'task-cancelled' });
  await write(workspace, '2026c', { a: 'task-failed' }, 'implement');
  assert.deepEqual(Object.fromEntries(readLastFates(workspace.dir, 'requirements')), {
    a: 'done',
    b: 'failed',
    c: 'done',
  });
  assert.deepEqual(Object.fromEntries(readLastFates(workspace.dir, 'implement')), { a: 'failed' });
});

test('in a batch of both workflows each task counts for the one that it is in', async () => {
  using workspace = new Workspace();
  const setup = { baseDir: workspace.dir, batch: 'b', traceId: 't', now: () => 7, redact, onFlushed: () => {} };
  const { entries } = new RecordedBatch(['1', '2', '3'], { workflow: 'run' });
  const next = { ...planned('1'), workflow: 'implement' } as const;
  {
    await using journal = openJournal(setup);
    const [started] = entries;
    if (started?.kind === 'batch-started') void journal.append(started, 's');
    void journal.append({ kind: 'workflow-done', task: '1', files: [], runningMs: 1, next }, 's');
    void journal.append(endTask('1', 'task-failed'), 's');
    void journal.append(endTask('2', 'task-rejected'), 's');
  }
  assert.deepEqual(Object.fromEntries(readLastFates(workspace.dir, 'requirements')), { 1: 'done', 2: 'failed' });
  assert.deepEqual(Object.fromEntries(readLastFates(workspace.dir, 'implement')), { 1: 'failed' });
});

test('a line that a crash cut off says nothing, the lines before it do', async () => {
  using workspace = new Workspace();
  await write(workspace, 'b', { a: 'task-done' });
  appendFileSync(workspace.path('batches/b/journal.ndjson'), '{"kind":"task-failed","task":"a"}');
  assert.deepEqual([...readLastFates(workspace.dir, 'requirements')], [['a', 'done']]);
});

test('a journal that is damaged, missing or of nothing but newlines says nothing and hides no other', async () => {
  using workspace = new Workspace();
  await write(workspace, 'a', { a: 'task-done' });
  await write(workspace, 'b', { a: 'task-failed' });
  appendFileSync(workspace.path('batches/b/journal.ndjson'), 'x\n');
  workspace.write({ 'batches/c/journal.ndjson': '\n'.repeat(20_000_000), 'batches/d/other': '' });
  assert.deepEqual([...readLastFates(workspace.dir, 'requirements')], [['a', 'done']]);
});
