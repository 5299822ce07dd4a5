import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { removeIfThere, writeAtomically } from './atomic-writer.ts';
import { type LockOwner, readOwner, renderOwner } from './lock-owner.ts';
import { readBootId } from './process-identity.ts';
import { sqliteCodeOf } from './sqlite-trouble.ts';
import { explainWriting } from './trouble.ts';

export interface LockSetup {
  /** The common git folder, so that all worktrees share one lock; outside git the state's folder. */
  readonly folder: string;
  readonly owner: Pick<LockOwner, 'pid' | 'host' | 'startedAt' | 'batch'>;
  /** When a process started: with its pid and the boot that names it for ever. Null if there is no such process. */
  startTimeOf(pid: number): string | null;
}

/** One batch per repository, for as long as it is not disposed. */
export type BatchLock = Disposable;

const patienceMs = 500;
const pauseMs = 20;

/**
 * Takes the lock of a repository or throws BATCH_RUNNING. What counts is a lock of the kernel, which ends with its
 * process however that ends; the record beside it says whose it is, and speaks up where the kernel cannot know: on a
 * file system shared with another host, or when somebody deleted the lock. Nobody is ever signalled.
 */
export function acquireLock(setup: LockSetup): BatchLock {
  const path = join(setup.folder, 'agentos.lock');
  const record = `${path}.json`;
  const held = holdFile(path);
  if (held === null) throw running(describeHolder(record, setup));
  try {
    refuseLiving(record, setup);
    const processStart = setup.startTimeOf(setup.owner.pid);
    const owner = renderOwner({ ...setup.owner, processStart, bootId: readBootId() });
    explainWriting(record, () => writeRecord(record, owner));
  } catch (error) {
    held.close();
    throw error;
  }
  return { [Symbol.dispose]: () => release(held, record) };
}

/** Whoever has the lock may remove what a writer before it did not finish. */
function writeRecord(record: string, owner: string): void {
  removeIfThere(`${record}.new.tmp`);
  writeAtomically(record, owner, 'new');
}

/** The record goes first: without the lock it would be somebody else's. */
function release(held: DatabaseSync, record: string): void {
  if (!held.isOpen) return;
  try {
    removeIfThere(record);
  } catch {
    // On a failing disk it stays: the record of a process that is gone holds nobody up.
  }
  held.close();
}

/** Null if somebody else has it. SQLite is asked for its lock alone: nothing is ever written into the file. */
function holdFile(path: string): DatabaseSync | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw unusable(path, 'it is no regular file');
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return database;
  } catch (error) {
    database?.close();
    const code = sqliteCodeOf(error);
    if (code === null) throw error;
    if ((code & 0xff) === busy) return null;
    throw unusable(path, `${error instanceof Error ? error.message : error}, SQLite code ${code}`, isDiskError(code));
  }
}

const busy = 5;

/** A file system that knows no locks is a wrong place; any other I/O error is a failing disk. */
function isDiskError(code: number): boolean {
  const ioError = 10;
  const lockRefused = 3850;
  return (code & 0xff) === ioError && code !== lockRefused;
}

function unusable(path: string, why: string, isStorage = false): AgentOsError {
  const code = isStorage ? 'STORAGE_FAILED' : 'FILE_UNWRITABLE';
  return new AgentOsError(code, `${path}, the lock of this repository, cannot be used: ${why}`);
}

/** We have the kernel's lock, so that an owner on this machine is dead, unless the lock file was deleted under it. */
function refuseLiving(record: string, setup: LockSetup): void {
  const owner = readOwner(record);
  if (owner === null) return;
  if (!isElsewhere(owner, setup) && !isAlive(owner, setup)) return;
  throw running(`${describeOwner(owner)}. If that batch is surely gone, remove ${record}`);
}

/** Another name on the same kernel is a container, or a machine that was renamed: its lock would have been seen. */
function isElsewhere({ host, bootId }: LockOwner, setup: LockSetup): boolean {
  return host !== setup.owner.host && (bootId === null || bootId !== readBootId());
}

/** The winner may not have written its record yet; one that names a dead process is of the batch before. */
function describeHolder(record: string, setup: LockSetup): string {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    const owner = readOwner(record);
    if (owner !== null && mayBeHolder(owner, setup)) return describeOwner(owner);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  return 'owner not known yet';
}

function mayBeHolder(owner: LockOwner, setup: LockSetup): boolean {
  return owner.host !== setup.owner.host || owner.processStart === null || isAlive(owner, setup);
}

/** A pid alone proves nothing: it may be another process by now. */
function isAlive({ pid, processStart, bootId }: LockOwner, { startTimeOf }: LockSetup): boolean {
  return processStart !== null && bootId === readBootId() && startTimeOf(pid) === processStart;
}

function describeOwner({ pid, host, startedAt, batch }: LockOwner): string {
  return `pid ${pid} on host ${showSafely(host)} since ${showTime(startedAt)} (batch ${showSafely(batch)})`;
}

function showTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString();
}

function running(who: string): AgentOsError {
  return new AgentOsError('BATCH_RUNNING', `another batch holds this repository: ${who}`);
}
