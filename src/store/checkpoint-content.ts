import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { damaged } from './checkpoint-file.ts';
import { type CheckpointMeta, checksumOf, metaChecksumOf } from './checkpoint-schema.ts';

/** What a checkpoint holds, without the values. */
export interface CheckpointContent {
  readonly meta: CheckpointMeta;
  /** The sequence number of each saved key. */
  readonly steps: Map<string, number>;
  /** How many calls of each key ended without an answer. */
  readonly tries: Map<string, number>;
  sequence: number;
  /** Null if any of it was not measured. */
  usd: number | null;
}

type Row = Record<string, SQLOutputValue>;

/** Reads and verifies every row: each is whole and of this checkpoint, and none is missing. */
export function readContent(database: DatabaseSync): CheckpointContent {
  verifyPages(database);
  const meta = readMeta(database);
  const content: CheckpointContent = { meta, steps: new Map(), tries: new Map(), sequence: 0, usd: 0 };
  let rows = 0;
  for (const row of database.prepare('SELECT * FROM steps').iterate()) {
    if (content.steps.has(textOf(row, 'key'))) throw damaged(`it holds ${textOf(row, 'key')} twice`);
    verifyRow(row, stepChecksumOf(meta.id, row));
    content.steps.set(textOf(row, 'key'), count(content, row));
    rows += 1;
  }
  for (const row of database.prepare('SELECT * FROM tries').iterate()) {
    verifyRow(row, tryChecksumOf(meta.id, row));
    count(content, row);
    content.tries.set(textOf(row, 'key'), (content.tries.get(textOf(row, 'key')) ?? 0) + 1);
    rows += 1;
  }
  if (rows !== content.sequence) throw damaged(`it holds ${rows} of ${content.sequence} entries`);
  return content;
}

export function addUsd(sum: number | null, usd: number | null): number | null {
  return sum === null || usd === null ? null : sum + usd;
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

function count(content: CheckpointContent, row: Row): number {
  const sequence = numberOf(row, 'sequence');
  content.sequence = Math.max(content.sequence, sequence);
  content.usd = addUsd(content.usd, usdOf(row));
  return sequence;
}

function verifyRow(row: Row, checksum: string): void {
  if (row['checksum'] !== checksum) throw damaged('an entry is not as it was saved');
}

function stepChecksumOf(id: string, row: Row): string {
  const head = [id, numberOf(row, 'sequence'), textOf(row, 'key')] as const;
  return checksumOf(...head, textOf(row, 'value'), numberOf(row, 'ms'), usdOf(row));
}

function tryChecksumOf(id: string, row: Row): string {
  return checksumOf(id, numberOf(row, 'sequence'), textOf(row, 'key'), textOf(row, 'reason'), usdOf(row));
}

function usdOf(row: Row): number | null {
  return row['usd'] === null ? null : numberOf(row, 'usd');
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
