import type { WorktreeHouse } from './house.ts';
import { listChanged } from './list-changed.ts';
import type { Worktree } from './worktree.ts';

interface Uncommitted {
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
}

/** What a commit of a worktree would hold; `leaveOut` are untracked paths, files or folders, that it would not (1 call). */
export async function listUncommitted(
  house: WorktreeHouse,
  tree: Worktree,
  leaveOut: readonly string[],
  signal: AbortSignal,
): Promise<Uncommitted> {
  const { paths, untracked } = await listChanged(house, tree, signal);
  const firstUntracked = paths.length - untracked;
  const isLeftOut = (path: string) => leaveOut.some((left) => path === left || path.startsWith(withSlash(left)));
  return {
    tracked: paths.slice(0, firstUntracked),
    untracked: paths.slice(firstUntracked).filter((path) => !isLeftOut(path)),
  };
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}
