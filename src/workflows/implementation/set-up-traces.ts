import { showSafely } from '../../model/text.ts';
import { findBorrowedPackages } from '../../worktrees/borrowed-modules.ts';
import { listChanged } from '../../worktrees/list-changed.ts';
import { restorePaths } from '../../worktrees/restore-paths.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { Workshop } from './workshop.ts';

interface TidyOrder {
  /** All of the task's work is in it. */
  readonly commit: string;
  /** Tracked files that may stay as set-up left them. */
  keeps(path: string): boolean;
  readonly signal: AbortSignal;
}

interface Traces {
  /** Untracked: it is left alone from now on. */
  readonly left: readonly string[];
  /** Tracked, and as set-up made them. */
  readonly kept: readonly string[];
}

/** Gives tracked files the content that they had. */
export async function tidy(
  { house }: Workshop,
  tree: TaskWorktree,
  { commit, keeps, signal }: TidyOrder,
): Promise<Traces> {
  const { paths, untracked } = await listChanged(house, tree, signal);
  const tracked = paths.slice(0, paths.length - untracked);
  const changed = tracked.filter((path) => !keeps(path));
  await restorePaths(house, tree, { paths: changed, commit, signal });
  return { left: paths.slice(tracked.length), kept: tracked.filter(keeps) };
}

const longestList = 500;

/** Of very many, such as packages that nobody ignores, the folders at the top that hold nothing else. */
export function shortenList(left: readonly string[], tracked: readonly string[]): string[] {
  if (left.length <= longestList) return [...left];
  const mixed = new Set(tracked.map((path) => path.split('/', 1)[0]));
  const topOf = (path: string) => path.split('/', 1)[0] ?? path;
  return [...new Set(left.map((path) => (mixed.has(topOf(path)) || path.startsWith('.') ? path : topOf(path))))];
}

/** Packages that would come from another checkout, in words; null if there are none. */
export function describeBorrowed(root: string): string | null {
  const borrowed = findBorrowedPackages(root);
  const [first] = borrowed;
  if (first === undefined) return null;
  const what = `${borrowed.length} package(s), such as ${first.name} (${first.wantedBy}), would come from ${first.foundAt}`;
  const fix = 'let setUpCommand install them, or move worktrees out of the repository (worktreeDir)';
  return showSafely(`${what}, which is not the task's own: ${fix}`);
}
