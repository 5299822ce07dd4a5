import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';

const largest = 64 * 1024;

/** Never blocks on a FIFO, never follows a link. What is judged is what is read: both by one descriptor. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** The text of a regular file that its owner alone, who is the user, may read. */
export function readSecretFile(path: string, userId = process.getuid?.()): string {
  const fd = openSecret(path);
  try {
    refuseUnsafe(path, fstatSync(fd), userId);
    const bytes = Buffer.alloc(largest + 1);
    const length = readAll(fd, bytes);
    if (length > largest) throw invalid(path, `has more than ${largest} bytes: it is no key`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(fd);
  }
}

function openSecret(path: string): number {
  try {
    return openSync(path, openFlags);
  } catch (error) {
    throw invalid(path, explainOpening(errnoOf(error)));
  }
}

function explainOpening(errno: string | null): string {
  if (errno === 'ENOENT' || errno === 'ENOTDIR') return 'does not exist';
  if (errno === 'ELOOP') return 'is a link: name the file that it leads to';
  if (errno === 'ENXIO') return 'is no regular file';
  return `cannot be read (${errno ?? 'for an unknown reason'})`;
}

/** A system without user ids has no modes either. */
function refuseUnsafe(path: string, stat: Stats, userId: number | undefined): void {
  if (!stat.isFile()) throw invalid(path, 'is no regular file');
  if (userId === undefined) return;
  if (stat.uid !== userId) throw invalid(path, 'belongs to another user: use a file of your own');
  if ((stat.mode & 0o077) === 0) return;
  const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
  throw invalid(path, `may be opened by others (mode ${mode}): run \`chmod 600 ${quoteForShell(path)}\``);
}

function readAll(fd: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return length;
}

function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function invalid(path: string, why: string): AgentOsError {
  return new AgentOsError('CREDENTIAL_INVALID', showSafely(`${path} ${why}`));
}
