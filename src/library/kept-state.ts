import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { AgentOsError } from '../model/errors.ts';
import type { BatchEvent } from '../model/event.ts';
import { KnownTasks } from '../model/known-tasks.ts';
import { endOrphans, markBatch } from '../processes/batch-mark.ts';
import { findProcess } from '../processes/process-table.ts';
import { Redaction } from '../redaction/redaction.ts';
import { prepareBaseDir } from '../store/base-dir.ts';
import { batchFolder, journalPath } from '../store/batch-folder.ts';
import { nameBatch } from '../store/batch-name.ts';
import { type Journal, openJournal } from '../store/journal.ts';
import { listBatches, readJournal } from '../store/journal-reader.ts';
import { acquireLock, type BatchLock } from '../store/lock.ts';
import type { RunPlace } from '../worker/task-order.ts';
import type { CheckedTask } from './parallel-task.ts';

/** A library's user has secrets of their own, of which we know none. */
const nothing = new Redaction();

/** What a batch of a library's user keeps in a folder: one journal for each, one checkpoint for each unfinished task. */
export class KeptState implements AsyncDisposable {
  /** For the environment of workers: whoever wears it while we hold the lock belongs to this folder. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #baseDir: string;
  readonly #batch: string;
  readonly #lock: BatchLock;
  readonly #journal: Journal;
  readonly #known = new KnownTasks();

  /** Throws BATCH_RUNNING if another batch uses the folder. */
  constructor(baseDir: string, traceId: string) {
    prepareBaseDir({ repoDir: baseDir, baseDir, isNamed: true });
    this.#baseDir = realpathSync(baseDir);
    this.#batch = nameBatch(Date.now(), listBatches(baseDir).at(-1));
    this.variables = markBatch(this.#baseDir);
    this.#lock = lockFolder(this.#baseDir, this.#batch);
    try {
      if (this.#readEarlier()) endOrphans(this.variables);
      this.#journal = openJournal({
        baseDir: this.#baseDir,
        batch: this.#batch,
        traceId,
        now: Date.now,
        redact: (data) => nothing.data(data),
        onFlushed: (entries) => entries.forEach((entry) => void this.#known.add(entry)),
      });
    } catch (error) {
      this.#lock[Symbol.dispose]();
      throw error;
    }
  }

  /** Resolves when the journal has it on the disk. */
  async append(event: BatchEvent, spanId: string): Promise<void> {
    await this.#journal.append(event, spanId);
  }

  note(event: BatchEvent, spanId: string): void {
    this.#journal.note(event, spanId);
  }

  /** Resolves when all that was appended is on the disk, and known. */
  async flushed(): Promise<void> {
    await this.#journal.flushed();
  }

  /** Steps of an attempt that was not the last are gone on with; a task that was done starts afresh. */
  placeOf({ id, sha256 }: CheckedTask, executor: URL): RunPlace {
    const { checkpoint, isDone } = this.#known.get(id);
    return {
      runId: `${this.#batch}/${id}`,
      taskId: id,
      repoDir: this.#baseDir,
      baseDir: this.#baseDir,
      batchDir: batchFolder(this.#baseDir, this.#batch),
      checkpoint: {
        name: `task-${id}`,
        fingerprint: hash('sha256', JSON.stringify([executor.href, sha256]), 'hex'),
        isFresh: isDone,
        expected: checkpoint,
      },
      sketch: null,
      maxRetries: 0,
      isBudgeted: false,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#journal[Symbol.asyncDispose]();
    } finally {
      this.#lock[Symbol.dispose]();
    }
  }

  /** True if a batch did not end by itself. A journal that cannot be read proves nothing. */
  #readEarlier(): boolean {
    const ends = listBatches(this.#baseDir).map((name) => {
      try {
        return this.#readBatch(journalPath(this.#baseDir, name));
      } catch (error) {
        if (error instanceof AgentOsError) return true;
        throw error;
      }
    });
    return ends.includes(true);
  }

  /** Journals of workflows start in another way: their tasks are not ours, even if they have the same ids. */
  #readBatch(path: string): boolean {
    let hasEnded = false;
    for (const entry of readJournal(path)) {
      if (entry.sequence === 1 && entry.kind === 'batch-started') return false;
      this.#known.add(entry);
      hasEnded = entry.kind === 'batch-ended';
    }
    return !hasEnded;
  }
}

function lockFolder(folder: string, batch: string): BatchLock {
  return acquireLock({
    folder,
    owner: { pid: process.pid, host: hostname(), startedAt: Date.now(), batch },
    startTimeOf: (pid) => findProcess(pid)?.startTime ?? null,
  });
}
