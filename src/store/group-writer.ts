import { close, existsSync, fdatasync, fstatSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { AgentOsError } from '../model/errors.ts';
import { describeTrouble } from './trouble.ts';

interface Waiting<Entry> {
  readonly entry: Entry;
  resolve(): void;
  reject(reason: unknown): void;
}

/** What nobody waits for goes with what somebody does, or after this: a flush costs more than all else of a line. */
const patienceMs = 100;

export interface GroupWriterSetup<Entry> {
  readonly path: string;
  /** Opened for appending; the writer closes it. */
  readonly fd: number;
  onFlushed(entries: readonly Entry[]): void;
}

/**
 * Appends lines in groups, in their order. One write and its flush are under way at a time; what arrives meanwhile goes
 * together with the next. A write or flush that failed is never repeated: what the disk then holds is not known.
 */
export class GroupWriter<Entry> implements AsyncDisposable {
  readonly #setup: GroupWriterSetup<Entry>;
  #waiting: Waiting<Entry>[] = [];
  /** The last lines of those that wait. */
  #unwritten: string[] = [];
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #refusal: Error | null = null;

  constructor(setup: GroupWriterSetup<Entry>) {
    this.#setup = setup;
  }

  /** Resolves when the line is on the disk. Whoever does not care need not wait: nothing is raised behind its back. */
  append(entry: Entry, line: string): Promise<void> {
    const promise = this.#add(entry, line);
    void this.#flush();
    return promise;
  }

  /** Nobody waits for this line: it is on the disk a moment later. What goes wrong is told to the next who waits. */
  note(entry: Entry, line: string): void {
    void this.#add(entry, line);
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#flush(), patienceMs);
  }

  /**
   * In the file when it returns, with all that came before it: it outlives this process, and is on the disk a moment
   * later. Throws what would be told to the next who waits.
   */
  write(entry: Entry, line: string): void {
    this.note(entry, line);
    try {
      this.#writeOut();
    } catch (error) {
      this.#refuse(error, []);
    }
    if (this.#refusal !== null) throw this.#refusal;
  }

  /** Resolves when all that was appended so far is on the disk; rejects if any of it could not be. */
  async flushed(): Promise<void> {
    await this.#flush();
    if (this.#refusal !== null) throw this.#refusal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flush();
    const isOpen = !(this.#refusal instanceof ClosedError);
    this.#refusal = new ClosedError(`${this.#setup.path} was closed`);
    if (isOpen) await promisify(close)(this.#setup.fd);
  }

  #add(entry: Entry, line: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    if (this.#refusal !== null) reject(this.#refusal);
    else {
      this.#waiting.push({ entry, resolve, reject });
      this.#unwritten.push(line);
    }
    return promise;
  }

  #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#flushing ??= this.#flushAll();
    return this.#flushing;
  }

  async #flushAll(): Promise<void> {
    await null;
    while (this.#waiting.length > 0) await this.#flushGroup(this.#waiting.splice(0));
    this.#flushing = null;
  }

  async #flushGroup(group: readonly Waiting<Entry>[]): Promise<void> {
    try {
      this.#writeOut();
      await flushLinked(this.#setup);
    } catch (error) {
      this.#refuse(error, group);
      return;
    }
    this.#acknowledge(group);
  }

  /** Only a flush is worth a thread: a write goes no further than to the memory of the system. */
  #writeOut(): void {
    const bytes = Buffer.from(this.#unwritten.splice(0).join(''));
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#setup.fd, bytes, at);
  }

  #refuse(error: unknown, group: readonly Waiting<Entry>[]): void {
    const refusal = error instanceof AgentOsError ? error : notWritten(this.#setup.path, error);
    this.#refusal = refusal;
    this.#unwritten = [];
    for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(refusal);
  }

  #acknowledge(group: readonly Waiting<Entry>[]): void {
    try {
      this.#setup.onFlushed(group.map(({ entry }) => entry));
      for (const { resolve } of group) resolve();
    } catch (defect) {
      for (const { reject } of group) reject(defect);
    }
  }
}

class ClosedError extends Error {}

const flush = promisify(fdatasync);

/** A file that is not in its place tells that nothing else is where it was: what follows would go astray. */
async function flushLinked({ path, fd }: { path: string; fd: number }): Promise<void> {
  await flush(fd);
  if (fstatSync(fd).nlink === 0 || !existsSync(path))
    throw new AgentOsError('STORAGE_FAILED', `${path} was deleted or moved while the batch was running`);
}

function notWritten(path: string, error: unknown): AgentOsError {
  return new AgentOsError('STORAGE_FAILED', `${path} cannot be written: ${describeTrouble(error)}`, { cause: error });
}
