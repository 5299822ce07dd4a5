import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { linkTemporary, writeAtomically, writeTemporary } from '../../src/store/atomic-writer.ts';
import { Workspace } from '../workspace.ts';

test('a result is beside its place until it is published, and then only in its place', () => {
  using workspace = new Workspace();
  const target = workspace.path('deep/er/result.md');
  writeTemporary(target, 'whole');
  assert.ok(!existsSync(target));
  linkTemporary(target);
  assert.equal(readFileSync(target, 'utf8'), 'whole');
  assert.ok(!existsSync(`${target}.tmp`));
});

test('a temporary file that is there, or a link of that name, is never opened', () => {
  using workspace = new Workspace().write({ 'a.md.tmp': 'mine', victim: 'precious' });
  symlinkSync('victim', workspace.path('b.md.tmp'));
  symlinkSync('not-there', workspace.path('c.md.tmp'));
  for (const name of ['a.md', 'b.md', 'c.md']) {
    assert.throws(() => writeTemporary(workspace.path(name), 'new'), { code: 'EEXIST' }, name);
  }
  assert.equal(readFileSync(workspace.path('a.md.tmp'), 'utf8'), 'mine');
  assert.equal(readFileSync(workspace.path('victim'), 'utf8'), 'precious');
  assert.ok(!existsSync(workspace.path('not-there')));
});

test('a rewritten file keeps its mode, whatever the umask', () => {
  using workspace = new Workspace().write({ 'x.md': 'old' });
  for (const mode of [0o600, 0o664, 0o755]) {
    chmodSync(workspace.path('x.md'), mode);
    writeAtomically(workspace.path('x.md'), 'new', 'suffix');
    assert.equal(statSync(workspace.path('x.md')).mode & 0o777, mode);
  }
  assert.deepEqual(workspace.list().length, 1);
});

test('a write that fails leaves the old file and no temporary one', () => {
  using workspace = new Workspace().write({ 'folder/x': '' });
  assert.throws(() => writeAtomically(workspace.path('folder'), 'text', 'suffix'));
  assert.ok(!workspace.list().some((line) => line.includes('.tmp')));
});
