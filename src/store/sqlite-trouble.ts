import { dirname } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { hasNoInodes } from './trouble.ts';

type SqliteTrouble = 'locked' | 'storage' | 'damaged';

/** By primary result code; what is not here is a defect of ours. */
const troubles: Readonly<Record<number, SqliteTrouble>> = {
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'storage', // READONLY
  10: 'storage', // IOERR
  11: 'damaged', // CORRUPT
  13: 'storage', // FULL
  14: 'storage', // CANTOPEN
  26: 'damaged', // NOTADB
};

/** The result code of SQLite's own errors, extended; null for all others. */
export function sqliteCodeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;
}

/** SQLite's trouble with the database at `path` in our words; any other error stays what it is. */
export function explainSqlite(path: string, error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (code === null || !(error instanceof Error)) return error;
  const why = `${error.message}, SQLite code ${code}`;
  switch (troubles[code & 0xff]) {
    case 'locked':
      return new AgentOsError('CHECKPOINT_LOCKED', `${path} is held by another program (${why})`, { cause: error });
    case 'storage':
      return new AgentOsError('STORAGE_FAILED', `${path} cannot be written: ${explainFull(path, why)}`, {
        cause: error,
      });
    case 'damaged':
      return new AgentOsError('CHECKPOINT_DAMAGED', why, { cause: error });
    default:
      return error;
  }
}

function explainFull(path: string, why: string): string {
  return hasNoInodes(dirname(path)) ? `${why} (no inodes left)` : why;
}
