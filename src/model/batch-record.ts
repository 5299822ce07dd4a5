import type { BatchResumed, BatchStarted, JournalEntry } from './event.ts';
import { recordEvent, recordResume } from './record-event.ts';
import type { Workflow, WorkflowTask } from './task.ts';
import { makeTaskRecord, type TaskRecord } from './task-record.ts';

/** All that the journal says of one batch. */
export interface BatchRecord {
  readonly name: string;
  readonly traceId: string | null;
  /** Null if the journal ends before it. */
  readonly started: BatchStarted | null;
  readonly startedAt: number | null;
  readonly parallel: number;
  /** In plan order. */
  readonly tasks: ReadonlyMap<string, TaskRecord>;
  readonly resumes: number;
  /** Why nothing new starts; null if it does. */
  readonly stopping: string | null;
  /** Null while it runs, and after a kill. */
  readonly exitCode: number | null;
  /** When its last event happened. */
  readonly lastAt: number;
  /** Wall time; what lies between an end, or a kill, and a resume does not count. */
  readonly activeMs: number;
}

type Head = Omit<BatchRecord, 'tasks'>;

/** Adds up events in their order: O(1) for each, but a resume, which looks at every task. */
export class BatchFold {
  #head: Head;
  readonly #tasks = new Map<string, TaskRecord>();
  readonly #workflows = new Map<string, Workflow>();

  constructor(name: string) {
    this.#head = {
      name,
      traceId: null,
      started: null,
      startedAt: null,
      parallel: 1,
      resumes: 0,
      stopping: null,
      exitCode: null,
      lastAt: 0,
      activeMs: 0,
    };
  }

  /** What happened to a task that was never planned, or is of a kind that we do not know, changes only the time. */
  add(entry: JournalEntry): void {
    if (entry.kind === 'batch-started') this.#start(entry);
    else if (entry.kind === 'batch-resumed') this.#resume(entry);
    else if ('task' in entry) this.#addToTask(entry);
    if (entry.kind === 'workflow-done') this.#workflows.set(entry.task, entry.next.workflow);
    this.#head = recordHead(this.#head, entry);
  }

  /** `tasks` is a view: later events show in it. */
  get record(): BatchRecord {
    return { ...this.#head, tasks: this.#tasks };
  }

  /** Which workflow a task is in; null if it was never planned. */
  workflowOf(id: string): Workflow | null {
    return this.#workflows.get(id) ?? null;
  }

  #start({ tasks }: BatchStarted): void {
    this.#tasks.clear();
    for (const { id } of tasks) this.#tasks.set(id, makeTaskRecord(id));
    for (const { id, workflow } of tasks) this.#workflows.set(id, workflow);
  }

  #resume({ at }: JournalEntry): void {
    for (const [id, task] of this.#tasks) this.#tasks.set(id, recordResume(task, this.#head.lastAt, at));
  }

  #addToTask(entry: Extract<JournalEntry, { task: string }>): void {
    const task = this.#tasks.get(entry.task);
    if (task !== undefined) this.#tasks.set(entry.task, recordEvent(task, entry, entry.at));
  }
}

export function foldBatch(name: string, entries: Iterable<JournalEntry>): BatchRecord {
  const fold = new BatchFold(name);
  for (const entry of entries) fold.add(entry);
  return fold.record;
}

/** What was chosen anew holds for the next resume, too. */
function resumeStarted(started: BatchStarted, { settings, inputs }: BatchResumed): BatchStarted {
  const tasks = started.tasks.map((task) => ({ ...task, inputSha256: inputs[task.id] ?? task.inputSha256 }));
  return { ...started, settings, tasks };
}

/** In its place: what it was before is told by its files. */
function continueTask(started: BatchStarted, next: WorkflowTask): BatchStarted {
  return { ...started, tasks: started.tasks.map((task) => (task.id === next.id ? next : task)) };
}

function recordHead(head: Head, entry: JournalEntry): Head {
  const { at, traceId } = entry;
  const isPause = head.traceId === null || entry.kind === 'batch-resumed';
  const activeMs = head.activeMs + (isPause ? 0 : Math.max(0, at - head.lastAt));
  const timed = { ...head, traceId: head.traceId ?? traceId, lastAt: at, activeMs };
  switch (entry.kind) {
    case 'batch-started':
      return { ...timed, started: entry, startedAt: at, parallel: entry.parallel };
    case 'batch-resumed':
      return {
        ...timed,
        started: head.started === null ? null : resumeStarted(head.started, entry),
        parallel: entry.parallel,
        resumes: head.resumes + 1,
        stopping: null,
        exitCode: null,
      };
    case 'workflow-done':
      return { ...timed, started: head.started === null ? null : continueTask(head.started, entry.next) };
    case 'batch-stopping':
      return { ...timed, stopping: entry.reason };
    case 'batch-ended':
      return { ...timed, exitCode: entry.exitCode };
    default:
      return timed;
  }
}
