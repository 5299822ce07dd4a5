import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { commitPaths } from '../../src/worktrees/commit-paths.ts';
import { listPathsBetween } from '../../src/worktrees/list-paths.ts';
import { restorePaths } from '../../src/worktrees/restore-paths.ts';
import { treeOfCommit } from '../../src/worktrees/tree-of-commit.ts';
import { commitOrder, never, Repository } from './house.ts';

test('exactly the named files are committed, and again gives the same commit', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const { house } = repository;
  writeFileSync(join(tree.path, 'work.txt'), 'work\n');
  const work = await commitAll(house, tree, commitOrder());
  writeFileSync(join(tree.path, 'a.txt'), 'left by a test\n');
  writeFileSync(join(tree.path, 'left.txt'), 'left by a test\n');
  writeFileSync(join(tree.path, 'report.md'), 'report\n');
  const before = house.git.calls;
  const commit = await commitPaths(house, tree, ['report.md'], commitOrder());
  assert.equal(house.git.calls - before, 2);
  assert.equal(await commitPaths(house, tree, ['report.md'], commitOrder()), commit);
  const range = { from: work ?? '', to: commit };
  assert.deepEqual(await listPathsBetween(house, tree.repository, range, never), ['report.md']);
});

test('locks that a killed git left do not stand in the way', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const { house } = repository;
  const leaveLock = () => writeFileSync(join(tree.adminDir, 'index.lock'), '');
  writeFileSync(join(tree.path, 'report.md'), 'report\n');
  leaveLock();
  const commit = await commitPaths(house, tree, ['report.md'], commitOrder());
  assert.equal(repository.git('show', `${commit}:report.md`), 'report');
  leaveLock();
  await restorePaths(house, tree, { paths: ['report.md'], commit: tree.base, signal: never });
  assert.ok(!existsSync(join(tree.path, 'report.md')));
});

test('paths between commits are listed whatever their names are', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const names = ['ünï.txt', 'with space', 'a"b', '-dash', 'x\ny'];
  for (const name of names) writeFileSync(join(tree.path, name), name);
  const to = (await commitAll(repository.house, tree, commitOrder())) ?? '';
  const listed = await listPathsBetween(repository.house, tree.repository, { from: tree.base, to }, never);
  assert.deepEqual(listed.sort(), names.sort());
  const bad = { from: 'HEAD', to };
  await assert.rejects(listPathsBetween(repository.house, tree.repository, bad, never), { code: 'COMMIT_UNKNOWN' });
});

test('the tree of a commit is known without git, and with it when the commit is packed', async () => {
  using repository = new Repository();
  const { house } = repository;
  const { head, ...place } = await repository.inspect();
  const expected = repository.git('rev-parse', `${head}^{tree}`);
  const before = house.git.calls;
  assert.equal(await treeOfCommit(house, place, head, never), expected);
  assert.equal(house.git.calls, before);
  repository.git('gc', '-q', '--prune=now');
  assert.equal(await treeOfCommit(house, place, head, never), expected);
  assert.equal(house.git.calls, before + 1);
  await assert.rejects(treeOfCommit(house, place, 'main', never), { code: 'COMMIT_UNKNOWN' });
});

test('a commit in whose place another object lies is not believed', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const { house } = repository;
  writeFileSync(join(tree.path, 'work.txt'), 'work\n');
  const commit = (await commitAll(house, tree, commitOrder())) ?? '';
  const place = (id: string) => join(tree.repository.commonDir, 'objects', id.slice(0, 2), id.slice(2));
  const expected = await treeOfCommit(house, tree.repository, commit, never);
  chmodSync(place(commit), 0o644);
  writeFileSync(place(commit), readFileSync(place(tree.base)));
  const told = await treeOfCommit(house, tree.repository, commit, never).catch(() => 'refused');
  assert.notEqual(told, expected);
  assert.equal(told, 'refused');
});
