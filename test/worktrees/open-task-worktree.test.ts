import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { retireBranch } from '../../src/worktrees/task-branch.ts';
import { commitOrder, id, never, Repository } from './house.ts';
import { refused } from './refused.ts';

test('a task gets a worktree with the files of its base, on a branch that follows nothing, in three calls', async () => {
  using repository = new Repository({ 'a.txt': 'one\n', 'sub/ü b.txt': 'two\n' });
  const state = await repository.inspect();
  const before = repository.house.git.calls;
  const { tree, isResumed } = await repository.openOn(state);
  assert.equal(repository.house.git.calls - before, 3);
  assert.equal(isResumed, false);
  assert.equal(tree.path, repository.path('.agentos/worktrees/137'));
  assert.equal(readFileSync(join(tree.path, 'sub/ü b.txt'), 'utf8'), 'two\n');
  assert.equal(repository.gitIn(tree.path, 'rev-parse', '--abbrev-ref', 'HEAD'), 'agentos/137');
  assert.equal(repository.gitIn(tree.path, 'rev-parse', 'HEAD'), state.head);
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
  assert.equal(repository.git('config', '--list', '--local').includes('branch.'), false);
  assert.equal(repository.git('status', '--porcelain'), '');
});

test('opened again, the worktree is as it was left', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'new.txt'), 'not committed\n');
  const again = await repository.open();
  assert.equal(again.isResumed, true);
  assert.deepEqual(again.tree, tree);
  assert.equal(readFileSync(join(tree.path, 'new.txt'), 'utf8'), 'not committed\n');
});

test('the user commits meanwhile, and the task stays where it began', async () => {
  using repository = new Repository();
  const state = await repository.inspect();
  repository.workspace.write({ 'a.txt': 'two\n' });
  repository.commit('later');
  const { tree } = await repository.openOn(state);
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'one\n');
});

test('what is not committed in the checkout is neither seen nor touched', async () => {
  using repository = new Repository();
  repository.workspace.write({ 'a.txt': 'changed\n', 'untracked.txt': '' });
  repository.git('add', 'a.txt');
  const before = repository.git('status', '--porcelain');
  const { tree } = await repository.open();
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'one\n');
  assert.equal(existsSync(join(tree.path, 'untracked.txt')), false);
  assert.equal(repository.git('status', '--porcelain'), before);
});

test('a worktree whose folder was deleted is made anew from its branch, with all that was committed', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'work.txt'), 'kept\n');
  await commitAll(repository.house, tree, commitOrder());
  rmSync(tree.path, { recursive: true });
  const again = await repository.open();
  assert.equal(again.isResumed, true);
  assert.equal(readFileSync(join(tree.path, 'work.txt'), 'utf8'), 'kept\n');
  assert.equal(repository.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length, 2);
});

test('a worktree whose making was cut off is made again: half its files, or its registration taken back', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.adminDir, 'locked'), 'added with --lock\n');
  writeFileSync(join(tree.path, 'a.txt'), 'on');
  await repository.open();
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'one\n');
  assert.equal(existsSync(join(tree.adminDir, 'locked')), false);
  rmSync(join(tree.path, 'a.txt'));
  rmSync(join(tree.path, '.gitignore'));
  rmSync(tree.adminDir, { recursive: true });
  await repository.open();
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'one\n');
});

test('a worktree that the user locked, or whose lock has another reason, is whole', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  repository.git('worktree', 'lock', '--reason', 'mine', tree.path);
  writeFileSync(join(tree.path, 'a.txt'), 'work\n');
  assert.equal((await repository.open()).isResumed, true);
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'work\n');
});

test('a worktree that somebody made and locked at the place of a task is refused and stays', async () => {
  using repository = new Repository();
  const path = repository.path('.agentos/worktrees/137');
  repository.git('worktree', 'add', '--quiet', '--lock', '-b', 'own', path);
  writeFileSync(join(path, 'own.txt'), 'mine\n');
  await assert.rejects(repository.open(), { code: 'WORKTREE_DAMAGED' });
  assert.equal(readFileSync(join(path, 'own.txt'), 'utf8'), 'mine\n');
});

test('worktrees of others that are missing stay registered', async () => {
  using repository = new Repository();
  repository.git('worktree', 'add', '-q', '--detach', repository.outside('137'));
  rmSync(repository.outside('137'), { recursive: true });
  const { tree } = await repository.open();
  assert.match(repository.git('worktree', 'list'), /prunable/);
  assert.match(tree.adminDir, /worktrees\/1371$/);
});

test('a folder, a file or a link that is in the way is refused and stays', async () => {
  using repository = new Repository();
  const path = repository.path('.agentos/worktrees/137');
  const occupations = [
    () => repository.workspace.write({ '.agentos/worktrees/137/own.txt': 'mine' }),
    () => repository.workspace.write({ '.agentos/worktrees/137': 'mine' }),
    () => symlinkSync(repository.outside(), path),
    () => symlinkSync(repository.outside('nowhere'), path),
  ];
  for (const occupy of occupations) {
    mkdirSync(repository.worktreesDir, { recursive: true });
    occupy();
    await assert.rejects(repository.open(), refused('WORKTREE_OCCUPIED'));
    assert.equal(repository.git('branch', '--list', 'agentos/*'), '');
    rmSync(path, { recursive: true });
  }
  mkdirSync(path, { recursive: true });
  assert.equal((await repository.open()).tree.path, path);
});

test('a worktrees folder behind a link of the repository is refused; one outside may be anywhere', async () => {
  using repository = new Repository();
  mkdirSync(repository.outside('far'));
  mkdirSync(repository.path('.agentos'));
  symlinkSync(repository.outside('far'), repository.worktreesDir);
  await assert.rejects(repository.open(), refused('PATH_OUTSIDE'));
  symlinkSync(repository.outside('far'), repository.outside('link'));
  const state = await repository.inspect();
  for (const worktreesDir of [repository.path('.git/x'), repository.dir])
    await assert.rejects(repository.openOn(state, '137', { worktreesDir }), refused('PATH_OUTSIDE'));
  const { tree } = await repository.openOn(state, '137', { worktreesDir: repository.outside('link/new') });
  assert.equal(tree.path, repository.outside('far/new/137'));
});

test('a branch that we did not make is refused and stays where it is', async () => {
  using repository = new Repository();
  repository.git('branch', 'agentos/137');
  await assert.rejects(repository.open(), refused('BRANCH_FOREIGN'));
  assert.equal(existsSync(repository.path('.agentos/worktrees/137')), false);
});

test('a branch of ours that was moved off its base is not continued', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const other = repository.gitIn(tree.path, 'commit-tree', '-m', 'x', 'HEAD^{tree}');
  repository.gitIn(tree.path, 'reset', '-q', '--hard', other);
  await assert.rejects(repository.open(), refused('BRANCH_FOREIGN'));
});

test('earlier work from another base is not continued, but can be put aside under another name', async () => {
  using repository = new Repository();
  const first = await repository.open();
  writeFileSync(join(first.tree.path, 'work.txt'), '');
  const tip = await commitAll(repository.house, first.tree, commitOrder());
  repository.workspace.write({ 'a.txt': 'two\n' });
  repository.commit('later');
  const state = await repository.inspect();
  await assert.rejects(repository.openOn(state), refused('BRANCH_OUTDATED'));
  const order = { repository: state, taskId: id('137'), signal: never };
  await assert.rejects(retireBranch(repository.house, order), refused('BRANCH_IN_USE'));
  repository.git('worktree', 'remove', first.tree.path);
  repository.git('branch', 'agentos/137.1');
  assert.equal(await retireBranch(repository.house, order), 'agentos/137.2');
  assert.equal(repository.git('rev-parse', 'agentos/137.2'), tip);
  assert.equal((await repository.openOn(state)).isResumed, false);
  assert.equal(await retireBranch(repository.house, { ...order, taskId: id('1') }), null);
});

test('a branch that is checked out elsewhere is neither opened nor put aside', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  repository.git('worktree', 'remove', tree.path);
  repository.git('switch', '-q', 'agentos/137');
  await assert.rejects(repository.open(), refused('BRANCH_IN_USE'));
  const order = { repository: await repository.inspect(), taskId: id('137'), signal: never };
  await assert.rejects(retireBranch(repository.house, order), refused('BRANCH_IN_USE'));
});

test('a branch in the way of ours is named', async () => {
  using repository = new Repository();
  repository.git('branch', 'agentos');
  await assert.rejects(repository.open(), /branch agentos is in the way of agentos\/137: rename it/);
  repository.git('branch', '-m', 'agentos', 'agentos/137/x');
  await assert.rejects(repository.open(), refused('BRANCH_BLOCKED'));
});

test('a branch that the user deleted is made anew', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  repository.git('worktree', 'remove', tree.path);
  repository.git('branch', '-qD', 'agentos/137');
  assert.equal((await repository.open()).isResumed, false);
});

test('a base that is no commit of this repository is refused, and leaves nothing', async () => {
  using repository = new Repository();
  const state = await repository.inspect();
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  for (const base of ['1'.repeat(40), tree, 'HEAD', 'main', state.head.slice(0, 12), '--help'])
    await assert.rejects(repository.openOn(state, '137', { base }), refused('COMMIT_UNKNOWN'), base);
  assert.equal(repository.git('for-each-ref', 'refs/agentos', 'refs/heads/agentos'), '');
  assert.equal(existsSync(repository.path('.agentos/worktrees')), false);
});

test('a tag and a remote branch of the same name change nothing', async () => {
  using repository = new Repository();
  const state = await repository.inspect();
  repository.workspace.write({ 'a.txt': 'other\n' });
  const other = repository.commit('other');
  repository.git('tag', 'agentos/137', other);
  repository.git('update-ref', 'refs/remotes/origin/agentos/137', other);
  repository.git('config', 'remote.origin.url', '/nowhere');
  repository.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  const { tree } = await repository.openOn(await repository.inspect(), '137', { base: state.head });
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'one\n');
  assert.equal(repository.git('config', '--list', '--local').includes('branch.agentos'), false);
});
