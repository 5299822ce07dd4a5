import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { openAgentHome } from '../../src/store/agent-home.ts';
import { removeTree } from '../../src/store/remove-tree.ts';
import { worktreeFiles } from '../../src/store/worktree-store.ts';
import { asNobody } from '../as-nobody.ts';
import { Workspace } from '../workspace.ts';

/** As a cache of modules leaves it, and as tests of what may not be read do. */
function leaveClosed(workspace: Workspace, folder: string): void {
  workspace.write({ [`${folder}/mod/a@v1/a.go`]: 'a', [`${folder}/secret/deep/b`]: 'b' });
  for (const [path, mode] of [
    ['mod/a@v1/a.go', 0o444],
    ['mod/a@v1', 0o555],
    ['mod', 0o555],
    ['secret/deep', 0],
    ['secret', 0],
  ] as const) {
    chmodSync(workspace.path(folder, path), mode);
  }
}

test('folders that may not be changed or looked into are removed all the same', () => {
  using workspace = new Workspace();
  asNobody(workspace.dir, () => {
    leaveClosed(workspace, 'tree');
    worktreeFiles.removeFolder(workspace.path('tree'));
    const home = openAgentHome(workspace.dir, '137-a');
    leaveClosed(workspace, 'agent-homes/137-a');
    home[Symbol.dispose]();
    assert.deepEqual(readdirSync(workspace.path('agent-homes')), ['empty']);
    assert.ok(!existsSync(workspace.path('tree')));
  });
});

test('where a link leads nothing is removed, and no mode is changed', () => {
  using workspace = new Workspace();
  asNobody(workspace.dir, () => {
    workspace.write({ 'mine/file': 'kept', 'tree/closed/file': '', 'tree/\u00fc/file': '' });
    symlinkSync('../mine', workspace.path('tree/link'));
    for (const [path, mode] of [
      ['mine', 0o555],
      ['tree/closed', 0o555],
      ['tree', 0o555],
    ] as const) {
      chmodSync(workspace.path(path), mode);
    }
    removeTree(workspace.path('tree'));
    assert.deepEqual(readdirSync(workspace.path('mine')), ['file']);
    assert.equal(statSync(workspace.path('mine')).mode & 0o777, 0o555);
    chmodSync(workspace.path('mine'), 0o755);
  });
});

test('what may not be removed for another reason is told', () => {
  using workspace = new Workspace();
  asNobody(workspace.dir, () => {
    workspace.write({ 'outer/tree/file': '' });
    chmodSync(workspace.path('outer'), 0o555);
    assert.throws(() => worktreeFiles.removeFolder(workspace.path('outer/tree')), { code: 'FILE_UNWRITABLE' });
    chmodSync(workspace.path('outer'), 0o755);
  });
  removeTree(workspace.path('nothing at all'));
});
