import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TaskId } from '../model/task.ts';
import type { WorktreeHouse } from './house.ts';
import { type RepositoryPlace, refsOf, type TaskWorktree } from './worktree.ts';

const patienceMs = 1000;
const pauseMs = 50;

/** Lock files of git for what belongs to one task alone: nobody but its own steps, and its agent, makes them. */
export function listOwnLocks({ commonDir }: RepositoryPlace, taskId: TaskId): string[] {
  return Object.values(refsOf(taskId)).map((ref) => join(commonDir, `${ref}.lock`));
}

export function listTreeLocks(adminDir: string): string[] {
  return ['index.lock', 'HEAD.lock'].map((name) => join(adminDir, name));
}

/** All that belongs to a task's worktree and its refs. */
export async function clearTaskLocks(house: WorktreeHouse, tree: TaskWorktree, signal: AbortSignal): Promise<void> {
  const paths = [...listTreeLocks(tree.adminDir), ...listOwnLocks(tree.repository, tree.taskId)];
  await clearStaleLocks(house, paths, signal);
}

/**
 * A git that was killed leaves its locks behind. Contract: no process that could hold them is left to live long; one
 * that is just ending has a moment to do so.
 */
export async function clearStaleLocks(
  { files }: WorktreeHouse,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs && paths.some(existsSync); waitedMs += pauseMs)
    await pause(pauseMs, undefined, { signal });
  for (const path of paths.filter(existsSync)) files.removeFile(path);
}
