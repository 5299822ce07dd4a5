import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { holdsMore } from '../../src/worktrees/holds-more.ts';
import { commitOrder, Repository } from './house.ts';

const files = { 'a.txt': '', 'deep/er/b.txt': '', '.gitignore': '*.log\n/cache/\n/.agentos/\n' };

/** Whether a worktree holds more than its commit, after something was done in it and committed. */
async function judge(act: (root: string) => void, leaveOut: readonly string[] = []): Promise<boolean> {
  using repository = new Repository(files);
  const { tree } = await repository.open();
  act(tree.path);
  await commitAll(repository.house, tree, commitOrder({ isThorough: true, leaveOut }));
  const before = repository.house.git.calls;
  const answer = holdsMore(tree);
  assert.equal(repository.house.git.calls, before);
  return answer;
}

function put(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'x');
}

test('a worktree of which everything is committed holds no more than its commit', async () => {
  assert.equal(await judge(() => {}), false);
  const works = (root: string) => {
    put(root, 'new/file.txt');
    symlinkSync('a.txt', join(root, 'link'));
  };
  assert.equal(await judge(works), false);
});

test('what git ignores, what is left out and empty folders are more', async () => {
  assert.equal(await judge((root) => put(root, 'deep/x.log')), true);
  assert.equal(await judge((root) => put(root, 'cache/very/deep.txt')), true);
  assert.equal(await judge((root) => put(root, 'left.txt'), ['left.txt']), true);
  assert.equal(await judge((root) => mkdirSync(join(root, 'empty'))), true);
});

test('whoever brings submodules, or a repository within, is taken to hold more', async () => {
  assert.equal(await judge((root) => put(root, '.gitmodules')), true);
  assert.equal(await judge((root) => put(root, 'cache/.git')), true);
});
