import { closeSync, constants, fdatasyncSync, ftruncateSync, openSync } from 'node:fs';
import type { BatchEvent, JournalEntry } from '../model/event.ts';
import type { RedactedData } from '../model/redacted.ts';
import { flushToDisk } from './atomic-writer.ts';
import { batchesFolder, journalPath } from './batch-folder.ts';
import { GroupWriter } from './group-writer.ts';
import { scanJournal } from './journal-reader.ts';
import { makeStateFolder } from './state-folder.ts';
import { explainWriting } from './trouble.ts';

export interface JournalSetup {
  readonly baseDir: string;
  readonly batch: string;
  readonly traceId: string;
  /** Epoch milliseconds. */
  now(): number;
  redact<T>(data: T): RedactedData<T>;
  /** After they are on the disk, in order: as they stand there. */
  onFlushed(entries: readonly JournalEntry[]): void;
}

/** The record of one batch: one JSON object a line. */
export interface Journal extends AsyncDisposable {
  readonly path: string;
  /** Resolves when the event is on the disk; rejects with STORAGE_FAILED if it cannot be, as every one from then on. */
  append(event: BatchEvent, spanId: string): Promise<void>;
  /** The event will be on the disk a moment later, in its order; a trouble is told to the next who waits. */
  note(event: BatchEvent, spanId: string): void;
  /**
   * The event is in the file when it returns, and outlives this process; after a power cut it may be missing. Throws
   * STORAGE_FAILED if it cannot be written.
   */
  write(event: BatchEvent, spanId: string): void;
  /** Resolves when all that was appended so far is on the disk. */
  flushed(): Promise<void>;
}

/** Opens the journal of a new batch. */
export function openJournal(setup: JournalSetup): Journal {
  const path = journalPath(setup.baseDir, setup.batch);
  const fd = explainWriting(path, () => {
    const folder = makeStateFolder(setup.baseDir, batchesFolder, setup.batch);
    const made = openSync(path, 'ax');
    flushToDisk(folder);
    return made;
  });
  return makeJournal({ ...setup, path, fd, sequence: 0 });
}

/** Goes on with the journal of an interrupted batch; a line that a crash cut off was never acknowledged and goes. */
export function reopenJournal(setup: JournalSetup): Journal {
  const path = journalPath(setup.baseDir, setup.batch);
  makeStateFolder(setup.baseDir, batchesFolder, setup.batch);
  const { sequence, traceId, end } = readEnd(path);
  const fd = explainWriting(path, () => openCut(path, end));
  return makeJournal({ ...setup, path, fd, sequence, traceId: traceId ?? setup.traceId });
}

function makeJournal(setup: JournalSetup & { path: string; fd: number; sequence: number }): Journal {
  const { path, fd, traceId } = setup;
  const writer = new GroupWriter<RedactedData<JournalEntry>>({ path, fd, onFlushed: setup.onFlushed });
  let { sequence } = setup;
  const stamp = (event: BatchEvent, spanId: string): [RedactedData<JournalEntry>, string] => {
    sequence += 1;
    const marks = { schemaVersion: 1, sequence, at: setup.now(), traceId, spanId } as const;
    const entry: RedactedData<JournalEntry> = setup.redact({ ...marks, ...event, ...marks });
    return [entry, `${JSON.stringify(entry)}\n`];
  };
  return {
    path,
    append: (event, spanId) => writer.append(...stamp(event, spanId)),
    note: (event, spanId) => writer.note(...stamp(event, spanId)),
    write: (event, spanId) => writer.write(...stamp(event, spanId)),
    flushed: () => writer.flushed(),
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  };
}

/** What the last whole line says, and where it ends. */
interface JournalEnd {
  readonly sequence: number;
  readonly traceId: string | null;
  readonly end: number;
}

function readEnd(path: string): JournalEnd {
  let last: JournalEnd = { sequence: 0, traceId: null, end: 0 };
  for (const { entry, end } of scanJournal(path)) last = { sequence: entry.sequence, traceId: entry.traceId, end };
  return last;
}

function openCut(path: string, end: number): number {
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    ftruncateSync(fd, end);
    fdatasyncSync(fd);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
