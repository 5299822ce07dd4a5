import assert from 'node:assert/strict';
import { readdirSync, renameSync } from 'node:fs';
import { test } from 'node:test';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { by, never, Repository } from './house.ts';

test('a removal that was cut off after the folder had left its place is finished by the next one', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  renameSync(tree.path, `${tree.path}.removed`);
  await removeWorktree(repository.house, tree, { by, leaveOut: [], isThorough: true, signal: never });
  assert.deepEqual(readdirSync(repository.worktreesDir), []);
  assert.deepEqual(readdirSync(repository.path('.git/worktrees')), []);
});
