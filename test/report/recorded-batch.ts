import { BatchFold, type BatchRecord } from '../../src/model/batch-record.ts';
import type { BatchEvent, BatchStarted, JournalEntry, PublishedFile } from '../../src/model/event.ts';
import type { Failure } from '../../src/model/failure.ts';
import type { WorkflowTask } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';

/** 2026-01-02T03:00:00Z. */
export const start = Date.UTC(2026, 0, 2, 3);

export function planned(id: string, title = `Title of ${id}`): WorkflowTask {
  return {
    id: sanitizeTaskId(id),
    workflow: 'requirements',
    title,
    reason: 'new',
    inputPath: `docs/issues/${id}.md`,
    inputSha256: 'aa',
    outputPath: `docs/lld/active/LLD-${id}.md`,
    estimate: { seconds: null, usd: null },
    conflictsWith: [],
  };
}

function batchStarted(ids: readonly string[], more: Partial<BatchStarted>): BatchStarted {
  return {
    kind: 'batch-started',
    workflow: 'requirements',
    parallel: 2,
    tasks: ids.map((id) => planned(id)),
    skipped: [],
    rejected: [],
    settings: { drafter: 'scripted:a.json', reviewer: 'scripted:a.json' },
    places: [],
    repoDir: '/repo',
    roots: ['/repo'],
    isFresh: false,
    ...more,
  };
}

export function published(path: string): PublishedFile {
  return { path, sha256: 'bb', replaces: null };
}

/** Writes a journal in memory, second by second: `after` moves the clock before the event. */
export class RecordedBatch {
  readonly entries: JournalEntry[] = [];
  readonly #fold = new BatchFold('20260102-ab');
  now = start;

  constructor(ids: readonly string[], more: Partial<BatchStarted> = {}) {
    this.add(batchStarted(ids, more));
  }

  get record(): BatchRecord {
    return this.#fold.record;
  }

  add(event: BatchEvent, afterMs = 0): this {
    this.now += afterMs;
    const sequence = this.entries.length + 1;
    const entry: JournalEntry = { schemaVersion: 1, sequence, at: this.now, traceId: 't', spanId: 's', ...event };
    this.entries.push(entry);
    this.#fold.add(entry);
    return this;
  }

  begin(task: string, attempt = 1): this {
    return this.add({ kind: 'task-started', task, attempt });
  }

  step(task: string, step: string, ms: number, usd: number | null = 0, sequence = 1): this {
    return this.add({ kind: 'step-done', task, step, checkpoint: { id: `c${task}`, sequence }, ms, usd }, ms);
  }

  done(task: string, runningMs: number): this {
    return this.add({
      kind: 'task-done',
      task,
      files: [published(`docs/lld/active/LLD-${task}.md`)],
      runningMs,
    });
  }

  fail(task: string, failure: Failure, runningMs = 1000): this {
    return this.add({ kind: 'task-failed', task, failure, runningMs });
  }

  reject(task: string, reason: string): this {
    return this.add({ kind: 'task-rejected', task, reason, rounds: 5, runningMs: 1000 });
  }

  wait(task: string, untilAt: number, reason: string): this {
    return this.add({
      kind: 'task-parked',
      task,
      gate: null,
      for: 'time',
      reason,
      untilAt,
      heldMs: 0,
      runningMs: 1000,
    });
  }

  ask(task: string, reason: string): this {
    return this.add({
      kind: 'task-parked',
      task,
      gate: 'verdict-1',
      for: 'person',
      reason,
      untilAt: null,
      heldMs: 0,
      runningMs: 1000,
    });
  }
}
