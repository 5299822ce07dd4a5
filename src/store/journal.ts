import { closeSync, fdatasyncSync, mkdirSync, openSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { BatchEvent } from '../model/event.ts';
import { isInside } from '../model/paths.ts';
import type { Workflow } from '../model/task.ts';
import { readTextFile } from './text-file.ts';
import { explainWriting } from './trouble.ts';

/** The record of one batch: one JSON object a line, flushed before `append` returns. */
export interface Journal extends Disposable {
  append(event: BatchEvent): void;
}

const journalName = 'journal.ndjson';
const largestJournal = 64 * 1024 * 1024;

/** Opens the journal of a new batch. `now` gives epoch milliseconds. */
export function openJournal(baseDir: string, batch: string, now: () => number): Journal {
  const folder = join(baseDir, 'batches', batch);
  const path = join(folder, journalName);
  const fd = explainWriting(path, () => {
    mkdirSync(folder, { recursive: true });
    if (!isInside(realpathSync(baseDir), realpathSync(folder))) {
      throw new AgentOsError('PATH_OUTSIDE', `${folder} leads out of ${baseDir} through a link; nothing was written`);
    }
    return openSync(path, 'ax');
  });
  let sequence = 0;
  return {
    append(event) {
      sequence += 1;
      explainWriting(path, () => {
        writeFileSync(fd, `${JSON.stringify({ schemaVersion: 1, sequence, at: now(), ...event })}\n`);
        fdatasyncSync(fd);
      });
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

/** Whole lines only: a line cut off by a crash was never acknowledged. What is no event says nothing. */
function readEvents(path: string): Record<string, unknown>[] {
  try {
    return [...wholeLines(readTextFile(path, largestJournal).text)].flatMap(parseEvent);
  } catch (error) {
    if (error instanceof AgentOsError) return [];
    throw error;
  }
}

function* wholeLines(text: string): Generator<string> {
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
    if (end > start) yield text.slice(start, end);
  }
}

function parseEvent(line: string): Record<string, unknown>[] {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? [{ ...event }] : [];
  } catch {
    return [];
  }
}
