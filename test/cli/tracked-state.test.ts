import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runGit } from '../../src/worktrees/git.ts';
import { runAgentos } from '../faults/processes.ts';
import { approved, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';
import { Workspace } from '../workspace.ts';

test('a folder that is not one of state is not taken for it: exit 2, and nobody is told to remove it', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: approved });
  runGit(workspace.dir, ['init', '--quiet']);
  for (const AGENTOS_HOME of ['.', '..']) {
    const { code, stderr } = await runAgentos(requirements(), { cwd: workspace.dir, env: { AGENTOS_HOME } });
    assert.equal(code, 2);
    assert.match(stderr, /cannot hold the state, because it holds the repository: let AGENTOS_HOME, or baseDir/);
  }
  assert.ok(runGit(workspace.dir, ['add', 'docs']).isOk);
  const { code, stderr } = await runAgentos(requirements(), { cwd: workspace.dir, env: { AGENTOS_HOME: 'docs' } });
  assert.equal(code, 2);
  assert.match(stderr, /git tracks docs\/issues\/1\.md, so .*docs cannot hold the state: let AGENTOS_HOME/);
  assert.doesNotMatch(stderr, /git rm/);
  assert.deepEqual(
    workspace.list().filter((line) => line.includes('gitignore')),
    [],
  );
});

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

test('a hook or an alias of git’s, whose variables lead to another repository, has nothing to do with it', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: approved });
  using other = new Workspace().write({ 'tracked.txt': '' });
  for (const { dir } of [workspace, other]) runGit(dir, ['init', '--quiet']);
  assert.ok(runGit(other.dir, ['add', '--all']).isOk);
  const env = { GIT_DIR: other.path('.git'), GIT_INDEX_FILE: other.path('.git/index') };
  for (const words of [requirements(), ['status']]) {
    const { code, stderr } = await runAgentos(words, { cwd: workspace.dir, env });
    assert.equal(code, 0, stderr);
  }
});
