import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { damaged } from './checkpoint-file.ts';
import { type CheckpointMeta, checksumOf, metaChecksumOf } from './checkpoint-schema.ts';

/** What a checkpoint holds, without the values. */
export interface CheckpointContent {
  readonly meta: CheckpointMeta;
  /** The sequence number of each saved key: from 1 on, without a gap. */
  readonly steps: Map<string, number>;
}

type Row = Record<string, SQLOutputValue>;

/** Reads and verifies every row: each is whole and of this checkpoint, and none is missing. */
export function readContent(database: DatabaseSync): CheckpointContent {
  verifyPages(database);
  const meta = readMeta(database);
  const steps = new Map<string, number>();
  let last = 0;
  for (const row of database.prepare('SELECT sequence, key, value, checksum FROM steps').iterate()) {
    const [sequence, key] = [numberOf(row, 'sequence'), textOf(row, 'key')];
    if (steps.has(key)) throw damaged(`it holds ${key} twice`);
    verifyRow(row, checksumOf(meta.id, sequence, key, textOf(row, 'value')));
    steps.set(key, sequence);
    last = Math.max(last, sequence);
  }
  if (steps.size !== last) throw damaged(`it holds ${steps.size} of ${last} entries`);
  return { meta, steps };
}

function verifyPages(database: DatabaseSync): void {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (verdict !== 'ok') throw damaged(`SQLite finds: ${verdict}`);
}

function readMeta(database: DatabaseSync): CheckpointMeta {
  const [row, more] = database.prepare('SELECT * FROM meta').all();
  if (row === undefined || more !== undefined) throw damaged('it does not say which task it belongs to');
  const meta: CheckpointMeta = {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    fingerprint: textOf(row, 'fingerprint'),
    madeAt: numberOf(row, 'made_at'),
    previousId: row['previous_id'] === null ? null : textOf(row, 'previous_id'),
    resetReason: row['reset_reason'] === null ? null : textOf(row, 'reset_reason'),
  };
  verifyRow(row, metaChecksumOf(meta));
  return meta;
}

function verifyRow(row: Row, checksum: string): void {
  if (row['checksum'] !== checksum) throw damaged('an entry is not as it was saved');
}

function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw damaged(`its ${column} is no text`);
  return value;
}

function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw damaged(`its ${column} is no number`);
  return value;
}
