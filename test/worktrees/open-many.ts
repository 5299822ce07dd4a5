import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { inspectRepository } from '../../src/worktrees/inspect-repository.ts';
import { openTaskWorktree } from '../../src/worktrees/open-task-worktree.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { by, commitOrder, id, makeHouse, never } from './house.ts';

/** Opens worktrees all at once, commits to each, and removes every second one: for several processes together. */
const [, , repoDir = '', lockFile = '', ...names] = process.argv;
const house = makeHouse(lockFile);
const repository = await inspectRepository(house, repoDir, never);
const worktreesDir = join(repoDir, '.agentos/worktrees');
await Promise.all(
  names.map(async (name, at) => {
    const order = { repository, worktreesDir, taskId: id(name), base: repository.head, signal: never };
    const { tree } = await openTaskWorktree(house, order);
    writeFileSync(join(tree.path, 'work.txt'), name);
    await commitAll(house, tree, commitOrder());
    if (at % 2 === 0) await removeWorktree(house, tree, { by, leaveOut: [], isThorough: true, signal: never });
  }),
);
process.stdout.write('done\n');
