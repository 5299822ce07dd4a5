import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { RedactedBytes } from '../model/redacted.ts';
import { explainBatchWriting } from './trouble.ts';

/** What a task said, byte for byte. Contract: `append` never throws; output that cannot be kept is no task's trouble. */
export interface TaskLog extends Disposable {
  append(chunk: RedactedBytes): void;
}

export interface TaskLogOptions {
  /** Called once, with the first thing that went wrong; nothing is kept from then on. */
  onTrouble(error: unknown): void;
  /** The file keeps this many bytes, of all attempts together, and a line that says so. */
  readonly maxBytes?: number;
}

const largestLog = 64 * 1024 * 1024;

/** Never follows a link; for reading too, because a FIFO then waits for nobody. What was said may be secret. */
const openFlags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ownerOnly = 0o600;

/** Nothing is made on disk before the first byte. A later attempt goes on where an earlier one ended. */
export function openTaskLog(path: string, { onTrouble, maxBytes = largestLog }: TaskLogOptions): TaskLog {
  let file: CappedFile | null = null;
  let isOver = false;
  const guard = (work: () => void) => {
    try {
      explainBatchWriting(path, work);
    } catch (error) {
      if (!isOver) onTrouble(error);
      isOver = true;
    }
  };
  return {
    append(chunk) {
      if (isOver || chunk.length === 0) return;
      guard(() => {
        file ??= new CappedFile(path, maxBytes);
        file.append(chunk);
      });
    },
    [Symbol.dispose]() {
      const opened = file;
      file = null;
      guard(() => opened?.[Symbol.dispose]());
      isOver = true;
    },
  };
}

class CappedFile implements Disposable {
  readonly #fd: number;
  readonly #maxBytes: number;
  #size: number;

  constructor(path: string, maxBytes: number) {
    makeFolder(dirname(path));
    this.#fd = openSync(path, openFlags, ownerOnly);
    this.#maxBytes = maxBytes;
    const stat = fstatSync(this.#fd);
    if (!stat.isFile()) {
      closeSync(this.#fd);
      throw new AgentOsError('FILE_NOT_REGULAR', `${path} is no regular file; nothing is logged there`);
    }
    this.#size = stat.size;
  }

  append(chunk: Uint8Array): void {
    // More than the limit: the line that says so is in the file.
    if (this.#size > this.#maxBytes) return;
    const room = this.#maxBytes - this.#size;
    this.#write(chunk.subarray(0, room));
    if (chunk.length > room) this.#write(Buffer.from(`\n[log cut at ${this.#maxBytes} bytes]\n`));
  }

  /** A disk that is nearly full takes a part of the bytes and says nothing of the rest. */
  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
    this.#size += bytes.length;
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}

/** Not what it lies in: a state that somebody deletes under a batch is not made anew. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}
