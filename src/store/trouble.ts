import { AgentOsError, errnoOf } from '../model/errors.ts';

/** The disk itself fails: nothing that we could do differently would help. */
const storageErrors = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'ENXIO', 'ENODEV', 'ESTALE']);

/** Does some writing; what the system refuses becomes an error that says what could not be written, and why. */
export function explainWriting<T>(what: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    const code = storageErrors.has(errno) ? 'STORAGE_FAILED' : 'FILE_UNWRITABLE';
    const why = error instanceof Error ? error.message : errno;
    throw new AgentOsError(code, `${what} cannot be written: ${why}`, { cause: error });
  }
}
