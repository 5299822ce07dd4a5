import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentOsError } from '../model/errors.ts';
import { sqliteCodeOf } from './sqlite-trouble.ts';

const busy = 5;
const pauseMs = 10;
/** What is done under it takes milliseconds: who waits longer waits for somebody who hangs. */
const patienceMs = 120_000;

/**
 * One at a time per state folder, over all processes: a lock of the kernel, which ends with its process however that ends.
 * Throws WORKTREES_BUSY.
 */
export async function withWorktreeLock<T>(baseDir: string, work: () => Promise<T>): Promise<T> {
  const path = join(baseDir, 'worktrees.lock');
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw unusable(path, 'it is no regular file');
  // SQLite is asked for its lock alone: nothing is ever written into the file.
  using database = open(path);
  await take(database, path);
  return await work();
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(path, error instanceof Error ? error.message : String(error));
  }
}

/** In short turns: SQLite's own waiting would hold up this process. */
async function take(database: DatabaseSync, path: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    if (tryTake(database, path)) return;
    await pause(pauseMs);
  }
  throw new AgentOsError('WORKTREES_BUSY', `${path} is held by somebody else for ${patienceMs / 1000} s already`);
}

function tryTake(database: DatabaseSync, path: string): boolean {
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (code !== null && (code & 0xff) === busy) return false;
    throw unusable(path, error instanceof Error ? error.message : String(error));
  }
}

function unusable(path: string, why: string): AgentOsError {
  return new AgentOsError('FILE_UNWRITABLE', `${path}, the lock of the worktrees, cannot be used: ${why}`);
}
