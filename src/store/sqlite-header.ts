import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { AgentOsError } from '../model/errors.ts';

/** What the first bytes of a database say before SQLite opens it, which would change a newer one. */
export type SqliteHeader =
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'sound'; readonly applicationId: number; readonly version: number };

const headerBytes = 100;
const magic = 'SQLite format 3\0';
/** Places in the header, as SQLite's file format has them: `user_version` and `application_id`. */
const versionAt = 60;
const applicationIdAt = 68;

export function readSqliteHeader(path: string): SqliteHeader {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: 'missing' };
  if (!stat.isFile()) return { kind: 'broken', why: 'it is no regular file' };
  const header = readStart(path);
  if (header.length === 0) return { kind: 'empty' };
  const isWhole = header.length === headerBytes && header.toString('latin1', 0, magic.length) === magic;
  if (!isWhole) return { kind: 'broken', why: 'it has no header' };
  return {
    kind: 'sound',
    applicationId: header.readUInt32BE(applicationIdAt),
    version: header.readUInt32BE(versionAt),
  };
}

/** A newer AgentOS may have left it: nobody else can tell what it means. */
export function refuseVersionsAbove(newest: number, path: string, version: number): void {
  if (version <= newest) return;
  const reads = `this AgentOS reads up to ${newest}`;
  throw new AgentOsError('STATE_TOO_NEW', `${path} has version ${version}; ${reads}; it was left as it is`);
}

function readStart(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const header = Buffer.alloc(headerBytes);
    return header.subarray(0, readSync(fd, header));
  } finally {
    closeSync(fd);
  }
}
