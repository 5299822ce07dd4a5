import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { restorePaths } from '../../src/worktrees/restore-paths.ts';
import { closeScratchWorktree, openScratchWorktree } from '../../src/worktrees/scratch-worktree.ts';
import { commitOrder, id, never, Repository } from './house.ts';
import { refused } from './refused.ts';

test('a change is taken back without its tests in a scratch worktree; the task sees nothing of it', async () => {
  using repository = new Repository({ 'src/a.ts': 'old\n', 'src/gone.ts': 'old\n' });
  const { tree } = await repository.open();
  for (const path of ['src/a.ts', 'src/new [1].ts', 'test-a.ts']) writeFileSync(join(tree.path, path), 'new\n');
  rmSync(join(tree.path, 'src/gone.ts'));
  const commit = await commitAll(repository.house, tree, commitOrder());
  assert.ok(commit);
  const order = {
    repository: tree.repository,
    worktreesDir: repository.worktreesDir,
    taskId: id('137'),
    commit,
    signal: never,
  };
  const before = repository.house.git.calls;
  const scratch = await openScratchWorktree(repository.house, order);
  const paths = ['src/a.ts', 'src/new [1].ts', 'src/gone.ts'];
  await restorePaths(repository.house, scratch, { paths, commit: tree.base, signal: never });
  assert.equal(repository.house.git.calls - before, 3);
  assert.equal(readFileSync(join(scratch.path, 'src/a.ts'), 'utf8'), 'old\n');
  assert.equal(readFileSync(join(scratch.path, 'src/gone.ts'), 'utf8'), 'old\n');
  assert.equal(existsSync(join(scratch.path, 'src/new [1].ts')), false);
  assert.equal(readFileSync(join(scratch.path, 'test-a.ts'), 'utf8'), 'new\n');
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
  await closeScratchWorktree(repository.house, scratch);
  assert.deepEqual(readdirSync(repository.worktreesDir), ['137']);
  assert.deepEqual(readdirSync(repository.path('.git/worktrees')), ['137']);
  assert.equal(repository.git('rev-parse', 'agentos/137'), commit);
});

test('whatever its tests did to it, a scratch worktree can be thrown away and made anew', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(repository.outside('precious'), 'stays');
  const { repository: place, base: commit } = tree;
  const order = { repository: place, worktreesDir: repository.worktreesDir, taskId: id('137'), commit, signal: never };
  const path = repository.path('.agentos/worktrees/137.scratch');
  const first = await openScratchWorktree(repository.house, order);
  rmSync(join(path, '.git'));
  repository.gitIn(path, 'init', '-q');
  const second = await openScratchWorktree(repository.house, order);
  assert.notEqual(second, first);
  rmSync(path, { recursive: true });
  symlinkSync(repository.outside(), path);
  await openScratchWorktree(repository.house, order);
  mkdirSync(join(path, 'node_modules/x'), { recursive: true });
  await closeScratchWorktree(repository.house, second);
  assert.equal(existsSync(path), false);
  assert.deepEqual(readdirSync(repository.path('.git/worktrees')), ['137']);
  assert.equal(readFileSync(repository.outside('precious'), 'utf8'), 'stays');
});

test('paths that are nowhere, and patterns, restore nothing', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'a.txt'), 'two\n');
  for (const path of ['*', ':/', 'nowhere.txt', '../../../a.txt'])
    await assert.rejects(
      restorePaths(repository.house, tree, { paths: [path], commit: tree.base, signal: never }),
      refused('GIT_FAILED'),
    );
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'two\n');
});
