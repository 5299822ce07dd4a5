import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BatchRecord, foldBatch } from '../../model/batch-record.ts';
import { findClosest } from '../../model/closest.ts';
import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';
import { findProcess } from '../../processes/process-table.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readFirstEvent, readJournal } from '../../store/journal-reader.ts';
import { type LockOwner, readOwner } from '../../store/lock-owner.ts';
import { announce, type Door } from '../door.ts';
import { findLockFolder } from './lock-folder.ts';

/**
 * The batch of this name, or whose name starts so. If none is given, the last one that is wanted, else the last one.
 * Throws if there is none.
 */
export function findBatch(baseDir: string, given: string | undefined, isWanted?: (name: string) => boolean): string {
  const names = listBatches(baseDir).filter((name) => hasBegun(baseDir, name));
  const last = names.at(-1);
  if (last === undefined) throw new AgentOsError('BATCH_MISSING', `no batch has run here yet (${baseDir})`);
  if (given !== undefined) return matchName(names, given, last);
  if (isWanted === undefined) return last;
  return names.findLast(isWanted) ?? last;
}

function matchName(names: readonly string[], given: string, last: string): string {
  const matches = names.filter((name) => name === given || (given.length >= 8 && name.startsWith(given)));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0];
  const closest = findClosest(given, names);
  const hint = closest === null ? `the last one is ${last}` : `did you mean ${closest}?`;
  throw new AgentOsError('BATCH_MISSING', `there is no batch ${quoteSafely(given)}; ${hint}`);
}

/** The first line of a journal may have been cut off; what is damaged in another way has surely begun. */
function hasBegun(baseDir: string, name: string): boolean {
  try {
    return readFirstEvent(journalPath(baseDir, name)) !== null;
  } catch {
    return true;
  }
}

export function readBatch(baseDir: string, name: string): BatchRecord {
  return foldBatch(name, readJournal(journalPath(baseDir, name)));
}

/** A journal that is damaged hides no other: it is told, and null. */
export function readIfSound(door: Door, baseDir: string, name: string): BatchRecord | null {
  try {
    return readBatch(baseDir, name);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    announce(door, error.message);
    return null;
  }
}

/** Whether somebody says to hold the repository, dead or alive. */
export function hasOwner(repoDir: string, baseDir: string): boolean {
  return findOwner(repoDir, baseDir) !== null;
}

function findOwner(repoDir: string, baseDir: string): LockOwner | null {
  return readOwner(join(findLockFolder(repoDir, baseDir), 'agentos.lock.json'));
}

/** Whoever holds the repository and lives, or may: of another machine nobody here can tell. */
export function findLivingOwner(repoDir: string, baseDir: string): LockOwner | null {
  const owner = findOwner(repoDir, baseDir);
  if (owner === null || owner.host !== hostname()) return owner;
  return findProcess(owner.pid)?.startTime === owner.processStart ? owner : null;
}

export function isBatchRunning(repoDir: string, baseDir: string, name: string): boolean {
  return findLivingOwner(repoDir, baseDir)?.batch === name;
}

/** Lines of a task start with its name, such as `LLD-137`; commands take its id. */
export function missingTask(id: string): AgentOsError {
  const named = /^(?:LLD|IMPL)-(.+)$/.exec(id)?.[1];
  const hint = named === undefined ? '`agentos status --all` lists the batches' : `did you mean ${named}?`;
  return new AgentOsError('TASK_MISSING', `no batch here has a task ${id}; ${hint}`);
}
