import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { listCheckpointAges, listUnbornBatches, removeBatch } from '../../src/store/retention.ts';
import { Workspace } from '../workspace.ts';

test('a batch goes with all that it has, and again is nothing', () => {
  using workspace = new Workspace();
  workspace.write({
    'batches/b1/journal.ndjson': '{}\n',
    'batches/b1/logs/a.log': '',
    'batches/b2/journal.ndjson': '',
  });
  removeBatch(workspace.dir, 'b1');
  assert.deepEqual(readdirSync(workspace.path('batches')), ['b2']);
  removeBatch(workspace.dir, 'b1');
});

test('what a link in the place of a batch leads to is not touched', () => {
  using workspace = new Workspace();
  workspace.write({ 'mine/journal.ndjson': 'mine\n' });
  mkdirSync(workspace.path('batches'));
  symlinkSync(workspace.path('mine'), workspace.path('batches/b1'));
  assert.throws(() => removeBatch(workspace.dir, 'b1'), AgentOsError);
  assert.ok(existsSync(workspace.path('mine/journal.ndjson')));
});

test('batches that never began are found by their age, and checkpoints know theirs by their logs, too', () => {
  using workspace = new Workspace();
  workspace.write({ 'batches/empty/journal.ndjson': '', 'batches/begun/journal.ndjson': '{}\n' });
  mkdirSync(workspace.path('batches/bare'));
  assert.deepEqual(listUnbornBatches(workspace.dir, Date.now() + 60_000), ['bare', 'empty']);
  assert.deepEqual(listUnbornBatches(workspace.dir, Date.now() - 60_000), []);
  workspace.write({ 'checkpoints/implement-7.db': '', 'checkpoints/implement-7.db-wal': '' });
  utimesSync(workspace.path('checkpoints/implement-7.db'), 1, 1);
  utimesSync(workspace.path('checkpoints/implement-7.db-wal'), 5, 5);
  assert.deepEqual(listCheckpointAges(workspace.dir), [{ name: 'implement-7', changedAt: 5000 }]);
  assert.deepEqual(listCheckpointAges(workspace.path('nowhere')), []);
});
