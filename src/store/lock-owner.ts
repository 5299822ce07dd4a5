import { readFileBytes } from './text-file.ts';

/** Who holds a repository, as it stands beside the lock. Start time and boot are null where the system says neither. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: number;
  readonly batch: string;
  readonly processStart: string | null;
  readonly bootId: string | null;
}

const largestRecord = 64 * 1024;

export function renderOwner(owner: LockOwner): string {
  return `${JSON.stringify({ schemaVersion: 1, ...owner }, null, 2)}\n`;
}

/** Null if there is no record, or none that can be read. */
export function readOwner(path: string): LockOwner | null {
  try {
    const data: unknown = JSON.parse(readFileBytes(path, largestRecord).toString('utf8'));
    return isOwner(data) ? data : null;
  } catch {
    return null;
  }
}

function isOwner(data: unknown): data is LockOwner {
  if (typeof data !== 'object' || data === null) return false;
  const has = (key: string, ...types: string[]) => types.includes(kindOf(Reflect.get(data, key)));
  const isNamed = has('pid', 'number') && has('host', 'string') && has('batch', 'string') && has('startedAt', 'number');
  return isNamed && has('processStart', 'string', 'null') && has('bootId', 'string', 'null');
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
