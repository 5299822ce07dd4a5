import { dirname, join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { assertWorktree } from './assert-worktree.ts';
import { commitStaged, type StagedOrder } from './commit-staged.ts';
import { longTimeoutMs } from './git-call.ts';
import { durableFlags } from './git-pins.ts';
import type { WorktreeHouse } from './house.ts';
import { listUncommitted } from './list-uncommitted.ts';
import { pendingFiles } from './operation.ts';
import { look } from './places.ts';
import { refuseContent } from './refuse-content.ts';
import { readLine } from './small-file.ts';
import { clearTaskLocks } from './stale-locks.ts';
import { placeOfRepository, placeOfWorktree, refsOf, type TaskWorktree } from './worktree.ts';

export interface CommitOrder extends StagedOrder {
  /** Untracked paths, files or folders, that are not the task's work, such as what prepare left. */
  readonly leaveOut: readonly string[];
  /** Believe nothing that the index says of files: all are read. For the commit that counts (1 call more). */
  readonly isThorough: boolean;
}

/**
 * Commits whatever changed in a task's worktree to its branch, and returns the commit; null if nothing changed (1 call;
 * 3 with a commit). It runs no hook, is not signed, is never empty, and is there after a power cut. Contract: no agent
 * works in the worktree now. Throws CONTENT_REFUSED, and what `assertWorktree` throws.
 */
export async function commitAll(house: WorktreeHouse, tree: TaskWorktree, order: CommitOrder): Promise<string | null> {
  const { signal } = order;
  await assertWorktree(house, tree, signal);
  await clearTaskLocks(house, tree, signal);
  forgetOperations(house, tree);
  const place = placeOfWorktree(tree);
  if (order.isThorough) await house.git.ask(place, ['read-tree', 'HEAD'], { signal });
  const { tracked, untracked } = await listUncommitted(house, tree, order.leaveOut, signal);
  const paths = [...tracked, ...untracked];
  if (paths.length === 0) return null;
  refuseContent(tree.path, paths);
  await stage(house, tree, paths, signal);
  // What was staged and taken back since, or differs only before a filter, is no change.
  return (await commitStaged(house, tree, order)) ? await readTip(house, tree, signal) : null;
}

/** Exactly the paths that were looked at; each by itself, so that the time grows with them alone. */
async function stage(house: WorktreeHouse, tree: TaskWorktree, paths: readonly string[], signal: AbortSignal) {
  const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  const input = withoutCovered(tree.path, paths)
    .map((path) => `${path}\0`)
    .join('');
  const options = { signal, input, flags: durableFlags, timeoutMs: longTimeoutMs };
  await house.git.ask(placeOfWorktree(tree), args, options);
}

/** Where a folder became a link, or a file, what lay below it goes by itself; and git would not look behind a link. */
function withoutCovered(folder: string, paths: readonly string[]): string[] {
  const covers = new Set(paths.filter((path) => look(join(folder, path))?.isDirectory() === false));
  const isCovered = (path: string): boolean => {
    const parent = dirname(path);
    return parent !== '.' && (covers.has(parent) || isCovered(parent));
  };
  return paths.filter((path) => !isCovered(path));
}

/** A merge or the like that an agent gave up would end in our commit. */
function forgetOperations({ files }: WorktreeHouse, { adminDir }: TaskWorktree): void {
  for (const path of pendingFiles.map((name) => join(adminDir, name))) if (look(path) !== null) files.removeFile(path);
}

/** As git just wrote it, also when its worktree is gone; one more call if it was packed in between. */
export async function readTip(house: WorktreeHouse, tree: TaskWorktree, signal: AbortSignal): Promise<string> {
  const { branch } = refsOf(tree.taskId);
  const loose = readLine(join(tree.repository.commonDir, branch));
  if (loose !== null && /^[0-9a-f]{40,64}$/.test(loose)) return loose;
  const place = placeOfRepository(tree.repository);
  const tip = (await house.git.ask(place, ['rev-parse', '--verify', '--quiet', branch], { signal })).trim();
  if (tip === '') throw new AgentOsError('WORKTREE_DAMAGED', `branch ${tree.branch} has no commit`);
  return tip;
}
