import { workerEnvironment } from '../config/environment.ts';
import { withWorktreeLock } from '../store/worktree-lock.ts';
import { worktreeFiles } from '../store/worktree-store.ts';
import { Git } from '../worktrees/git-call.ts';
import type { WorktreeHouse } from '../worktrees/house.ts';

/** What a command does to git and worktrees by itself: in the environment of a worker, and in nobody's way. */
export function openHouse(baseDir: string): WorktreeHouse {
  return {
    git: new Git(workerEnvironment()),
    files: worktreeFiles,
    withLock: async (work) => await withWorktreeLock(baseDir, work),
  };
}
