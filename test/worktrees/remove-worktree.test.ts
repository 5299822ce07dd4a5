import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll, readTip } from '../../src/worktrees/commit-all.ts';
import { listLeftovers } from '../../src/worktrees/leftovers.ts';
import { removeLeftover } from '../../src/worktrees/remove-leftover.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { openScratchWorktree } from '../../src/worktrees/scratch-worktree.ts';
import { by, commitOrder, id, mintId, never, Repository } from './house.ts';
import { refused } from './refused.ts';

const order = { by, leaveOut: [], isThorough: true, signal: never };

test('uncommitted work is on the branch before its worktree goes, also what the index hides', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  repository.gitIn(tree.path, 'update-index', '--skip-worktree', 'a.txt');
  writeFileSync(join(tree.path, 'a.txt'), 'hidden\n');
  writeFileSync(join(tree.path, 'new.txt'), 'new\n');
  const saved = await removeWorktree(repository.house, tree, order);
  assert.equal(saved, repository.git('rev-parse', 'agentos/137'));
  assert.equal(repository.git('show', 'agentos/137:a.txt', 'agentos/137:new.txt'), 'hidden\nnew');
  assert.deepEqual(readdirSync(repository.worktreesDir), []);
  assert.deepEqual(readdirSync(repository.path('.git/worktrees')), []);
  assert.equal((await repository.open()).isResumed, true);
});

test('where a branch is stays known without its worktree, also when a gc of the user’s has packed it', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'new.txt'), 'new\n');
  const saved = await removeWorktree(repository.house, tree, order);
  assert.equal(await readTip(repository.house, tree, never), saved);
  repository.git('gc', '--quiet');
  assert.equal(existsSync(repository.path('.git/refs/heads/agentos/137')), false, 'it is packed');
  assert.equal(await readTip(repository.house, tree, never), saved);
});

test('a clean worktree goes in two calls, with submodules and with what is ignored', async () => {
  using repository = new Repository({ 'a.txt': '', '.gitignore': '/.agentos/\nnode_modules\n' });
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.dir, 'lib');
  repository.commit('module');
  const { tree } = await repository.open();
  repository.gitIn(tree.path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
  mkdirSync(join(tree.path, 'node_modules'));
  const before = repository.house.git.calls;
  assert.equal(await removeWorktree(repository.house, tree, order), null);
  assert.equal(repository.house.git.calls - before, 2);
  assert.equal(existsSync(tree.path), false);
  assert.equal(await removeWorktree(repository.house, tree, order), null, 'removed again');
});

test('what cannot be committed keeps its worktree', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  mkdirSync(join(tree.path, 'nested'));
  repository.gitIn(join(tree.path, 'nested'), 'init', '-q');
  writeFileSync(join(tree.path, 'nested/work.txt'), 'work');
  await assert.rejects(removeWorktree(repository.house, tree, order), refused('CONTENT_REFUSED'));
  assert.equal(readFileSync(join(tree.path, 'nested/work.txt'), 'utf8'), 'work');
});

test('what is left of tasks is listed for what it is, and work is never removed', async () => {
  using repository = new Repository();
  const state = await repository.inspect();
  const open = async (name: string) => (await repository.openOn(state, name)).tree;
  const dirty = await open('dirty');
  writeFileSync(join(dirty.path, 'new.txt'), '');
  await open('clean');
  rmSync(join((await open('damaged')).path, '.git'));
  rmSync((await open('gone')).path, { recursive: true });
  await removeWorktree(repository.house, await open('empty'), order);
  const worked = await open('worked');
  writeFileSync(join(worked.path, 'new.txt'), '');
  await commitAll(repository.house, worked, commitOrder());
  await removeWorktree(repository.house, worked, order);
  await openScratchWorktree(repository.house, {
    repository: state,
    worktreesDir: repository.worktreesDir,
    taskId: id('clean'),
    commit: state.head,
    signal: never,
  });
  repository.workspace.write({ '.agentos/worktrees/x.removed/file': '', '.agentos/worktrees/mine/file': 'mine' });
  symlinkSync(repository.outside(), repository.path('.agentos/worktrees/link'));
  repository.workspace.write({ '.git/worktrees/half/locked': 'added with --lock\n' });
  repository.git('branch', 'agentos/foreign');
  repository.git('worktree', 'add', '-q', '--detach', repository.outside('theirs'));
  rmSync(repository.outside('theirs'), { recursive: true });

  const search = { repository: state, worktreesDir: repository.worktreesDir, head: state.head, mintId, signal: never };
  const found = await listLeftovers(repository.house, search);
  const shown = found.map((one) => {
    const where =
      'branch' in one ? one.branch : (one.path?.slice(repository.worktreesDir.length + 1) ?? 'registration');
    return `${one.kind} ${where}${'isDirty' in one && one.isDirty ? ' dirty' : ''}${'isMerged' in one ? ` merged ${one.isMerged}` : ''}`;
  });
  assert.deepEqual(shown.sort(), [
    'branch agentos/damaged merged true',
    'branch agentos/empty merged true',
    'branch agentos/gone merged true',
    'branch agentos/worked merged false',
    'damaged damaged',
    'litter clean.scratch',
    'litter registration',
    'litter registration',
    'litter x.removed',
    'unknown link',
    'unknown mine',
    'worktree clean',
    'worktree dirty dirty',
  ]);

  const kept: string[] = [];
  for (const leftover of found)
    await removeLeftover(repository.house, state, leftover, order).catch((error: { code: string }) =>
      kept.push(error.code),
    );
  assert.deepEqual(kept.sort(), ['BRANCH_IN_USE', ...Array(4).fill('LEFTOVER_KEPT')]);
  assert.deepEqual(readdirSync(repository.worktreesDir).sort(), ['damaged', 'link', 'mine']);
  assert.deepEqual(readdirSync(repository.path('.git/worktrees')).sort(), ['damaged', 'theirs']);
  assert.equal(repository.git('show', 'agentos/dirty:new.txt', 'agentos/worked:new.txt'), '');
  const branches = repository.git('branch', '--list', '--format=%(refname:short)', 'agentos/*').split('\n');
  assert.deepEqual(
    branches,
    ['clean', 'damaged', 'dirty', 'foreign', 'worked'].map((name) => `agentos/${name}`),
  );
  assert.equal(repository.git('for-each-ref', 'refs/agentos/empty', 'refs/agentos/gone'), '');
});
