import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** "AGOS": a database that says otherwise is not ours. */
export const applicationId = 0x41474f53;

/** Of the newest format that this version reads, and the only one that it writes. */
export const schemaVersion = 2;

/** What a checkpoint says of itself, once for all. */
export interface CheckpointMeta {
  /** Random: no two checkpoints share one. */
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly madeAt: number;
  /** The checkpoint that journals knew when this one knowingly took its place, and why; null if there was none. */
  readonly previousId: string | null;
  readonly resetReason: string | null;
}

export const insertStep = 'INSERT INTO steps (sequence, key, value, ms, usd, checksum) VALUES (?, ?, ?, ?, ?, ?)';

/** Version 1. A new database begins with it as well, so that there is one form of each version, however it came to be. */
const createFirst = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = 1;
  CREATE TABLE meta (
    id TEXT NOT NULL, name TEXT NOT NULL, fingerprint TEXT NOT NULL, made_at INTEGER NOT NULL,
    previous_id TEXT, reset_reason TEXT, checksum TEXT NOT NULL
  ) STRICT;
  CREATE TABLE steps (
    sequence INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, checksum TEXT NOT NULL
  ) STRICT;`;

/** How long a step took and what it cost; null where that was not measured. */
const addMeasures = 'ALTER TABLE steps ADD COLUMN ms REAL; ALTER TABLE steps ADD COLUMN usd REAL;';

/** What makes a format the next one, by the number that it starts from. Recorded databases of each are test fixtures. */
const migrations: Readonly<Record<number, string>> = { 1: addMeasures };

/**
 * Whatever was saved is bound to its checkpoint and its place: a flipped bit or a stranger's row shows. Of a step it
 * covers id, sequence, key and value: what a task goes on with, and what every version has.
 */
export function checksumOf(...fields: readonly (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 22);
}

export function metaChecksumOf(meta: CheckpointMeta): string {
  return checksumOf(meta.id, meta.name, meta.fingerprint, meta.madeAt, meta.previousId, meta.resetReason);
}

let template: DatabaseSync | null = null;

/** The bytes of a whole new database in WAL mode. The tables are made once in a process. */
export function makeImage(meta: CheckpointMeta): Uint8Array {
  template ??= makeTemplate();
  const { id, name, fingerprint, madeAt, previousId, resetReason } = meta;
  template.exec('DELETE FROM meta');
  template
    .prepare('INSERT INTO meta VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(id, name, fingerprint, madeAt, previousId, resetReason, metaChecksumOf(meta));
  const image = template.serialize();
  image.fill(walMode, 18, 20);
  return image;
}

/** The two bytes of the header that say which kind of journal readers and writers need. */
const walMode = 2;

function makeTemplate(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(createFirst);
  migrate(database, 1);
  return database;
}

/** Brings an older database to the newest format, all at once or not at all. */
export function migrate(database: DatabaseSync, version: number): void {
  const steps = Array.from({ length: schemaVersion - version }, (_, at) => migrations[version + at] ?? '');
  database.exec(`BEGIN IMMEDIATE; ${steps.join('')} PRAGMA user_version = ${schemaVersion}; COMMIT`);
}
