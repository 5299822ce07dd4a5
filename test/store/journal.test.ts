import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { openJournal, readLastFates } from '../../src/store/journal.ts';
import { Workspace } from '../workspace.ts';

function write(workspace: Workspace, batch: string, fates: [task: string, kind: 'task-done' | 'task-failed'][]): void {
  using journal = openJournal(workspace.dir, batch, () => 7);
  journal.append({ kind: 'batch-started', workflow: 'requirements', tasks: fates.map(([task]) => task) });
  for (const [task, kind] of fates) {
    journal.append(kind === 'task-done' ? { kind, task, files: [] } : { kind, task, code: 'X', message: 'y' });
  }
}

test('each event is one line with its number and time', () => {
  using workspace = new Workspace();
  write(workspace, 'b', [['1', 'task-done']]);
  const lines = readFileSync(workspace.path('batches/b/journal.ndjson'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { schemaVersion: 1, sequence: 1, at: 7, kind: 'batch-started', workflow: 'requirements', tasks: ['1'] },
      { schemaVersion: 1, sequence: 2, at: 7, kind: 'task-done', task: '1', files: [] },
    ],
  );
});

test('of several batches the last fate counts, for its own workflow only', () => {
  using workspace = new Workspace();
  write(workspace, '2026a', [
    ['1', 'task-failed'],
    ['2', 'task-failed'],
  ]);
  write(workspace, '2026b', [['1', 'task-done']]);
  assert.deepEqual(
    [...readLastFates(workspace.dir, 'requirements')],
    [
      ['1', 'done'],
      ['2', 'failed'],
    ],
  );
  assert.equal(readLastFates(workspace.dir, 'implement').size, 0);
});

test('a line that a crash cut off was never acknowledged', () => {
  using workspace = new Workspace();
  write(workspace, 'b', [['1', 'task-done']]);
  appendFileSync(workspace.path('batches/b/journal.ndjson'), '{"kind":"task-failed","task":"1"}');
  assert.deepEqual([...readLastFates(workspace.dir, 'requirements')], [['1', 'done']]);
});

test('a journal is not written through a link that leads out of the state', () => {
  using outside = new Workspace();
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('batches'));
  assert.throws(() => openJournal(workspace.dir, 'b', () => 7), { code: 'PATH_OUTSIDE' });
});

test('a journal of nothing but newlines is read without harm', () => {
  using workspace = new Workspace().write({ 'batches/b/journal.ndjson': '\n'.repeat(20_000_000) });
  assert.equal(readLastFates(workspace.dir, 'requirements').size, 0);
});
