import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { openFolderReader } from '../../src/worktrees/folder-reader.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';

test('a folder is listed without what programs fill, and read', () => {
  using workspace = new Workspace().write({
    'b.ts': 'b',
    'a/c.ts': 'ä',
    '.nvmrc': '24',
    '.git/config': '',
    '.agentos/journal': '',
    'node_modules/x/index.js': '',
    'a/__pycache__/x.pyc': '',
    binary: new Uint8Array([0]),
  });
  const reader = openFolderReader(workspace.dir);
  assert.deepEqual(reader.paths, ['.nvmrc', 'a/c.ts', 'b.ts', 'binary']);
  assert.deepEqual([reader.read('a/c.ts'), reader.sizeOf('a/c.ts'), reader.read('binary')], ['ä', 2, null]);
  assert.deepEqual([reader.read('.git/config'), reader.read('../x'), reader.sizeOf('nowhere')], [null, null, 0]);
});

test('no link is followed, neither to a file nor to a folder, nor one that took the place of a file', () => {
  using outside = new Workspace().write({ 'secret.ts': 'secret' });
  using workspace = new Workspace().write({ 'a.ts': 'a' });
  symlinkSync(outside.path('secret.ts'), workspace.path('link.ts'));
  symlinkSync(outside.dir, workspace.path('folder'));
  symlinkSync(workspace.dir, workspace.path('loop'));
  const reader = openFolderReader(workspace.dir);
  assert.deepEqual(reader.paths, ['a.ts']);
  renameSync(workspace.path('a.ts'), workspace.path('kept.ts'));
  symlinkSync(outside.path('secret.ts'), workspace.path('a.ts'));
  assert.equal(reader.read('a.ts'), null);
});

testWith('mkfifo', 'a pipe is neither listed nor waited for', async () => {
  using workspace = new Workspace().write({ 'a.ts': 'a' });
  const { execFileSync } = await import('node:child_process');
  const reader = openFolderReader(workspace.dir);
  workspace.remove('a.ts');
  execFileSync('mkfifo', [workspace.path('a.ts')]);
  assert.equal(reader.read('a.ts'), null);
  assert.deepEqual(openFolderReader(workspace.dir).paths, []);
});

test('folders beyond the depth that people use are left out, and unreadable ones are empty', () => {
  const steps = Array.from({ length: 25 }, () => 'd').join('/');
  using workspace = new Workspace().write({ [`${steps}/deep.ts`]: '', 'a.ts': '' });
  mkdirSync(workspace.path('closed'));
  chmodSync(workspace.path('closed'), 0o000);
  assert.deepEqual(openFolderReader(workspace.dir).paths, ['a.ts']);
  assert.deepEqual(openFolderReader(workspace.path('nowhere')).paths, []);
  chmodSync(workspace.path('closed'), 0o700);
});
