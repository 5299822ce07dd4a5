import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';

/** The disk itself fails: nothing that we could do differently would help. */
const storageErrors = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'ENXIO', 'ENODEV', 'ESTALE']);

/** A disk that is read-only from the start is a wrong place; one that becomes so under a batch has failed. */
const batchStorageErrors = new Set([...storageErrors, 'EROFS']);

/** Our own state could be written when the batch began: whoever forbids it now takes the disk away. */
const stateErrors = new Set([...batchStorageErrors, 'EACCES', 'EPERM']);

/** Does some writing; what the system refuses becomes an error that says what could not be written, and why. */
export function explainWriting<T>(what: string, write: () => T): T {
  return explainRefusals(what, storageErrors, write);
}

/** The same for what a running batch writes. */
export function explainBatchWriting<T>(what: string, write: () => T): T {
  return explainRefusals(what, batchStorageErrors, write);
}

/** The same for the state of a running batch. */
export function explainStateWriting<T>(what: string, write: () => T): T {
  return explainRefusals(what, stateErrors, write);
}

/** The same for what is written while the event loop goes on. */
export async function explainBatchFlushing<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw explainRefusal(what, batchStorageErrors, error);
  }
}

function explainRefusals<T>(what: string, isStorage: ReadonlySet<string>, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw explainRefusal(what, isStorage, error);
  }
}

/** What the system did not refuse stays as it is. */
function explainRefusal(what: string, isStorage: ReadonlySet<string>, error: unknown): unknown {
  const errno = errnoOf(error) ?? quotaErrno(error);
  if (errno === null) return error;
  const code = isStorage.has(errno) ? 'STORAGE_FAILED' : 'FILE_UNWRITABLE';
  return new AgentOsError(code, `${what} cannot be written: ${describeTrouble(error)}`, { cause: error });
}

/** Why the system refused, in words that say what to free. */
export function describeTrouble(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (quotaErrno(error) !== null) return `EDQUOT: the disk quota is used up (${error.message})`;
  const isFull = errnoOf(error) === 'ENOSPC' && hasNoInodes(pathOf(error));
  return isFull ? `${error.message} (no inodes left)` : error.message;
}

/** Only what makes a file can lack an inode, and that names its path. */
function pathOf(error: Error): string {
  return 'path' in error && typeof error.path === 'string' ? error.path : '';
}

/** A disk can be full of files, however small. Some file systems do not count them and say zero of zero. */
export function hasNoInodes(path: string): boolean {
  try {
    const { files, ffree } = statfsSync(path);
    return files > 0 && ffree === 0;
  } catch {
    return isAbsolute(path) && path !== dirname(path) && hasNoInodes(dirname(path));
  }
}

/** Node has no name for this one: its code reads "Unknown system error -122". */
function quotaErrno(error: unknown): string | null {
  return error instanceof Error && 'errno' in error && error.errno === -constants.errno.EDQUOT ? 'EDQUOT' : null;
}
