import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runGit } from '../../src/worktrees/git.ts';
import { approved, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';

test('no command goes by state that git tracks: exit 2, with what to do about it, and nothing is asked or written', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: approved });
  assert.equal((await workspace.run(...requirements())).code, 0);
  runGit(workspace.dir, ['init', '--quiet']);
  assert.ok(runGit(workspace.dir, ['add', '--force', '.agentos']).isOk);
  const before = workspace.list();
  const commands = [
    ['status'],
    ['status', '--all'],
    ['show', '1'],
    ['resume'],
    ['retry'],
    ['approve', '1'],
    ['reject', '1'],
  ];
  for (const command of [...commands, requirements('--dry-run'), requirements('--ids', '1', '--force')]) {
    const { code, stderr } = await workspace.run(...command);
    assert.equal(code, 2, command.join(' '));
    assert.match(stderr, /git tracks \.agentos\/.*`git rm -r --cached \.agentos`/);
  }
  assert.deepEqual(workspace.list(), before);
});
