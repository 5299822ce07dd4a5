import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, readTip } from '../../src/worktrees/commit-all.ts';
import { inspectRepository } from '../../src/worktrees/inspect-repository.ts';
import { openTaskWorktree } from '../../src/worktrees/open-task-worktree.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { restorePaths } from '../../src/worktrees/restore-paths.ts';
import { closeScratchWorktree, openScratchWorktree } from '../../src/worktrees/scratch-worktree.ts';
import { squashOnto } from '../../src/worktrees/squash.ts';
import { placeOfRepository } from '../../src/worktrees/worktree.ts';
import { by, commitOrder, id, makeHouse, never } from './house.ts';

/**
 * A task from its worktree to its commit, as a workflow would do it, from the beginning each time until it is through.
 * Says what is done as soon as it is.
 */
export async function liveWhole(repoDir: string, lockFile: string, say: (what: string) => void): Promise<void> {
  const house = makeHouse(lockFile);
  const repository = await inspectRepository(house, repoDir, never);
  const worktreesDir = join(repoDir, '.agentos/worktrees');
  const order = { repository, worktreesDir, taskId: id('137'), signal: never };
  const { tree } = await openTaskWorktree(house, { ...order, base: repository.head });
  say('opened');
  const trailer = { key: 'Task-Id', value: '137' };
  const told = ['log', `--format=%(trailers:key=${trailer.key},valueonly)`, tree.branch, `^${tree.base}`, '--'];
  if ((await house.git.ask(placeOfRepository(repository), told, { signal: never })).trim() === '') {
    const work = join(tree.path, 'work.txt');
    if (!existsSync(work) || readFileSync(work, 'utf8') !== 'work\n') writeFileSync(work, 'work\n', { flush: true });
    say('written');
    const tip = (await commitAll(house, tree, commitOrder())) ?? (await readTip(house, tree, never));
    say(`committed ${tip}`);
    const scratch = await openScratchWorktree(house, { ...order, commit: tip });
    await restorePaths(house, scratch, { paths: ['work.txt'], commit: tree.base, signal: never });
    if (existsSync(join(scratch.path, 'work.txt'))) throw new Error('the change is still there');
    await closeScratchWorktree(house, scratch);
    const end = { commit: tip, message: 'Feature', trailers: [trailer], by, signal: never };
    say(`squashed ${(await squashOnto(house, tree, end)).commit}`);
  }
  await removeWorktree(house, tree, { by, leaveOut: [], isThorough: true, signal: never });
  say('done');
}
