import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { prepareResult, publishResult } from '../../src/store/results.ts';
import { explainWriting } from '../../src/store/trouble.ts';
import { Workspace } from '../workspace.ts';

test('a result is prepared and published inside the repository', () => {
  using workspace = new Workspace();
  prepareResult(workspace.dir, 'docs/a.md', 'text');
  publishResult(workspace.dir, 'docs/a.md');
  assert.equal(readFileSync(workspace.path('docs/a.md'), 'utf8'), 'text');
});

test('nothing is prepared or published through a link that leads out', () => {
  using outside = new Workspace();
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('docs'));
  assert.throws(() => prepareResult(workspace.dir, 'docs/new/a.md', 'text'), { code: 'PATH_OUTSIDE' });
  assert.throws(() => prepareResult(workspace.dir, '../a.md', 'text'), { code: 'PATH_OUTSIDE' });
  mkdirSync(outside.path('x'));
  assert.throws(() => publishResult(workspace.dir, 'docs/x/a.md'), { code: 'PATH_OUTSIDE' });
  assert.equal(outside.list().length, 1);
});

test('what the system refuses says what and why; a failing disk is told apart', () => {
  const fail = (code: string) => () => {
    throw Object.assign(new Error(`${code}: no`), { code });
  };
  assert.throws(() => explainWriting('a.md', fail('EACCES')), {
    code: 'FILE_UNWRITABLE',
    message: /^a\.md cannot be written: EACCES/,
  });
  for (const code of ['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG']) {
    assert.throws(() => explainWriting('a.md', fail(code)), { code: 'STORAGE_FAILED' });
  }
  assert.throws(() => explainWriting('a.md', () => JSON.parse('{')), SyntaxError, 'a defect stays a defect');
});

test('a result is never published over one that is there', () => {
  using workspace = new Workspace();
  prepareResult(workspace.dir, 'a.md', 'late');
  workspace.write({ 'a.md': 'first' });
  assert.throws(() => publishResult(workspace.dir, 'a.md'), { code: 'FILE_UNWRITABLE' });
  assert.equal(readFileSync(workspace.path('a.md'), 'utf8'), 'first');
});
