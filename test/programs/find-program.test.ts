import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../src/programs/find-program.ts';
import { Workspace } from '../workspace.ts';

test('a program is found in the folders of PATH, in their order, if it may be run', () => {
  using workspace = new Workspace().write({ 'a/tool': '', 'b/tool': '', 'c/tool': '' });
  mkdirSync(workspace.path('a/other'));
  for (const path of ['b/tool', 'c/tool']) chmodSync(workspace.path(path), 0o755);
  const path = ['a', 'b', 'c'].map((folder) => workspace.path(folder)).join(':');
  assert.equal(findProgram('tool', path, '/'), workspace.path('b/tool'));
  assert.equal(findProgram('other', path, '/'), null, 'a folder is no program');
  assert.equal(findProgram('missing', path, '/'), null);
  assert.equal(findProgram('', path, '/'), null);
});

test('no folder of PATH that depends on where we stand is looked at, so that a repository brings no programs', () => {
  using workspace = new Workspace().write({ tool: '' });
  chmodSync(workspace.path('tool'), 0o755);
  for (const path of ['', '.', './', relative(process.cwd(), workspace.dir), '::']) {
    assert.equal(findProgram('tool', path, workspace.dir), null, JSON.stringify(path));
  }
});

test('a path starts in the folder that is named', () => {
  using workspace = new Workspace().write({ 'bin/tool': '' });
  chmodSync(workspace.path('bin/tool'), 0o755);
  assert.equal(findProgram('./bin/tool', '', workspace.dir), workspace.path('bin/tool'));
  assert.equal(findProgram(workspace.path('bin/tool'), '', '/'), workspace.path('bin/tool'));
  assert.equal(findProgram('bin/none', '', workspace.dir), null);
});
