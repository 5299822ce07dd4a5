import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { flushToDisk, removeIfThere, replaceByTemporary, writeTemporary } from './atomic-writer.ts';
import { applicationId, schemaVersion } from './checkpoint-schema.ts';
import { readSqliteHeader, refuseVersionsAbove } from './sqlite-header.ts';

export const checkpointFolder = 'checkpoints';
const busyTimeoutMs = 5000;

/** Where a task's checkpoint lies. */
export function checkpointPath(baseDir: string, name: string): string {
  return join(baseDir, checkpointFolder, `${name}.db`);
}

/** The name of the folder beside it in which long outputs of its task are kept. */
export function outputsFolder(name: string): string {
  return `${name}.outputs`;
}

/** The names of all that are there, also of those of which only a log is left. */
export function listCheckpoints(baseDir: string): string[] {
  try {
    const files = readdirSync(join(baseDir, checkpointFolder));
    return [...new Set(files.flatMap((file) => file.match(/^(.+)\.db(-wal|-shm)?$/)?.[1] ?? []))];
  } catch {
    return [];
  }
}

/** Deletes what a finished task left, if anything; what cannot be deleted is known to be a left-over. */
export function dropCheckpoint(baseDir: string, name: string): void {
  try {
    removeDatabase(checkpointPath(baseDir, name));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

/** The database first: without it, its log means nothing, and whoever makes a new one removes the log before. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) removeIfThere(`${path}${suffix}`);
  removeOutputs(path);
}

/** What no step speaks of any more. */
function removeOutputs(path: string): void {
  const { base, dir } = parse(path);
  const folder = join(dir, outputsFolder(base.replace(/\.db$/, '')));
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}

/** Makes a database that is whole or absent, in the place of one that was there. */
export function placeDatabase(path: string, image: Uint8Array): void {
  if (existsSync(`${path}-wal`)) {
    removeIfThere(`${path}-wal`);
    flushToDisk(dirname(path));
  }
  removeIfThere(`${path}.tmp`);
  writeTemporary(path, image);
  replaceByTemporary(path);
  removeOutputs(path);
}

/** For one process alone: SQLite then needs no shared memory, and others are refused for as long as it is open. */
export function openDatabase(path: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = ${synchronous}; PRAGMA journal_mode = WAL`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Says what is wrong with the first bytes of a database before SQLite opens it, which takes an empty file for an empty
 * database, and which would change a newer one. False if there is no file.
 */
export function checkHeader(path: string): boolean {
  const header = readSqliteHeader(path);
  if (header.kind === 'missing') return false;
  if (header.kind === 'empty') throw damaged('it is empty');
  if (header.kind === 'broken') throw damaged(header.why);
  if (header.applicationId !== applicationId) throw damaged('it was not made by AgentOS');
  refuseNewer(path, header.version);
  return true;
}

/** For before a batch: of these checkpoints, none may be from a newer AgentOS. What is damaged is left to its task. */
export function refuseNewerCheckpoints(baseDir: string, names: Iterable<string>): void {
  const present = new Set(listCheckpoints(baseDir));
  for (const name of names) {
    if (present.has(name)) checkVersion(checkpointPath(baseDir, name));
  }
}

function checkVersion(path: string): void {
  try {
    checkHeader(path);
  } catch (error) {
    if (error instanceof AgentOsError && error.code === 'STATE_TOO_NEW') throw error;
  }
}

export function refuseNewer(path: string, version: number): void {
  refuseVersionsAbove(schemaVersion, path, version);
}

/** What is broken, to be completed by `quarantine`. */
export function damaged(what: string): AgentOsError {
  return new AgentOsError('CHECKPOINT_DAMAGED', what);
}

/** Lays a damaged database aside, with its log, and says where. Null if there was none. */
export function quarantine(path: string, now: number): string | null {
  const kept = freeName(`${path}.corrupt-${new Date(now).toISOString().replaceAll(':', '')}`);
  if (lstatSync(`${path}-wal`, { throwIfNoEntry: false })?.size === 0) removeIfThere(`${path}-wal`);
  const moved = ['', '-wal'].filter((suffix) => moveIfThere(`${path}${suffix}`, `${kept}${suffix}`));
  if (moved.length > 0) flushToDisk(dirname(path));
  return moved.length > 0 ? kept : null;
}

function freeName(name: string, count = 1): string {
  const candidate = count === 1 ? name : `${name}-${count}`;
  const isTaken = existsSync(candidate) || existsSync(`${candidate}-wal`);
  return isTaken ? freeName(name, count + 1) : candidate;
}

function moveIfThere(from: string, to: string): boolean {
  const isThere = lstatSync(from, { throwIfNoEntry: false }) !== undefined;
  if (isThere) renameSync(from, to);
  return isThere;
}
