import { closeSync, fdatasyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchEvent } from '../model/event.ts';
import type { Workflow } from '../model/task.ts';

/** The record of one batch: one JSON object a line, flushed before `append` returns. */
export interface Journal extends Disposable {
  append(event: BatchEvent): void;
}

const journalName = 'journal.ndjson';

/** Opens the journal of a new batch. `now` gives epoch milliseconds. */
export function openJournal(baseDir: string, batch: string, now: () => number): Journal {
  const folder = join(baseDir, 'batches', batch);
  mkdirSync(folder, { recursive: true });
  const fd = openSync(join(folder, journalName), 'a');
  let sequence = 0;
  return {
    append(event) {
      sequence += 1;
      writeSync(fd, `${JSON.stringify({ schemaVersion: 1, sequence, at: now(), ...event })}\n`);
      fdatasyncSync(fd);
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/** How each task of a workflow ended when it last ran; batches sort by name, oldest first. */
export function readLastFates(baseDir: string, workflow: Workflow): ReadonlyMap<string, 'done' | 'failed'> {
  const fates = new Map<string, 'done' | 'failed'>();
  for (const batch of listBatches(baseDir)) {
    const events = readEvents(join(baseDir, 'batches', batch, journalName));
    if (events[0]?.['workflow'] !== workflow) continue;
    for (const { kind, task } of events) {
      if (typeof task !== 'string') continue;
      if (kind === 'task-done') fates.set(task, 'done');
      if (kind === 'task-failed') fates.set(task, 'failed');
    }
  }
  return fates;
}

function listBatches(baseDir: string): string[] {
  try {
    return readdirSync(join(baseDir, 'batches')).sort();
  } catch {
    return [];
  }
}

/** Whole lines only: a line cut off by a crash was never acknowledged. */
function readEvents(path: string): Record<string, unknown>[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line): Record<string, unknown> => JSON.parse(line));
  } catch {
    return [];
  }
}
