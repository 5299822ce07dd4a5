import { join } from 'node:path';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import { readLine } from '../../worktrees/small-file.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';

/**
 * What a worktree was last made ready by: see `stampSetUp`. It lies in git's folder for this worktree, where nothing that is
 * run in a sandbox can write, and goes with it; null while set-up has not gone through.
 */
export function readSetUpNote(tree: TaskWorktree): string | null {
  return readLine(placeOf(tree));
}

export function writeSetUpNote({ files }: WorktreeHouse, tree: TaskWorktree, stamp: string): void {
  files.putFile(placeOf(tree), `${stamp}\n`);
}

export function dropSetUpNote({ files }: WorktreeHouse, tree: TaskWorktree): void {
  files.removeFile(placeOf(tree));
}

function placeOf({ adminDir }: TaskWorktree): string {
  return join(adminDir, 'agentos-set-up');
}
