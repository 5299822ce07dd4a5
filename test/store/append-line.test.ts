import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { appendLine } from '../../src/store/append-line.ts';
import { Workspace } from '../workspace.ts';

test('lines are added one after the other', () => {
  using workspace = new Workspace();
  appendLine(workspace.dir, 'ledger', 'a');
  appendLine(workspace.dir, 'ledger', 'b');
  assert.equal(readFileSync(workspace.path('ledger'), 'utf8'), 'a\nb\n');
});

test('nothing is written outside the repository, nor through a link', () => {
  using outside = new Workspace();
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('folder'));
  symlinkSync(outside.path('file'), workspace.path('link'));
  assert.throws(() => appendLine(workspace.dir, '../ledger', 'a'), { code: 'PATH_OUTSIDE' });
  assert.throws(() => appendLine(workspace.dir, 'folder/ledger', 'a'), { code: 'PATH_OUTSIDE' });
  assert.throws(() => appendLine(workspace.dir, 'link', 'a'), { code: 'FILE_UNWRITABLE' });
  assert.deepEqual(outside.list(), []);
});
