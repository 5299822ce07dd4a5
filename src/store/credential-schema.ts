import type { DatabaseSync } from 'node:sqlite';
import { isSoundRow } from '../parallel/credentials/store.ts';
import { readSqliteHeader, refuseVersionsAbove } from './sqlite-header.ts';

/** "AGCR": a database that says otherwise is not ours. */
const applicationId = 0x41474352;

/** Of the newest format that this version reads, and the only one that it writes. */
const schemaVersion = 1;

/** What does not hold what it should: it is laid aside. */
export class DamagedError extends Error {}

const createTables = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
  CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`;

/** Looks at the first bytes before SQLite does, which would change a newer one. What is empty is made anew. */
export function checkHeader(path: string): void {
  const header = readSqliteHeader(path);
  if (header.kind === 'broken') throw new DamagedError(header.why);
  if (header.kind === 'sound') refuseNewer(path, header.version);
}

function refuseNewer(path: string, version: number): void {
  refuseVersionsAbove(schemaVersion, path, version);
}

/** Makes the tables where there are none, and verifies all that is there. Several may do so at the same time. */
export function prepareTables(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isNew = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'] === 0;
    if (isNew) database.exec(createTables);
    else verify(database, path);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function verify(database: DatabaseSync, path: string): void {
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== applicationId) throw new DamagedError('it was not made by AgentOS for this');
  refuseNewer(path, Number(database.prepare('PRAGMA user_version').get()?.['user_version']));
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (verdict !== 'ok') throw new DamagedError(`SQLite finds: ${verdict}`);
  for (const { key, value } of database.prepare('SELECT key, value FROM entries').iterate()) {
    if (!isSound(String(key), String(value))) throw new DamagedError(`what it holds of ${key} cannot be read`);
  }
}

function isSound(key: string, text: string): boolean {
  try {
    return isSoundRow(key, JSON.parse(text));
  } catch {
    return false;
  }
}
