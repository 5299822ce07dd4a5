import type { JournalEntry } from './event.ts';

/** What journals prove of a task's checkpoint, over all batches. */
export interface KnownTask {
  readonly checkpoint: { readonly id: string; readonly sequence: number } | null;
  /** Drafts that were judged until a rejection: new rounds come on top. */
  readonly rounds: number;
  /** Its last attempt succeeded: a checkpoint that is still there is a left-over. */
  readonly isDone: boolean;
}

/** What one stretch of a batch did to a task, whatever was known of it before. */
interface Change {
  /** It began with a start, which makes of a task that was done a new one. */
  readonly hasStarted: boolean;
  readonly known: Partial<KnownTask>;
}

const unknownTask: KnownTask = { checkpoint: null, rounds: 0, isDone: false };

/** From a start or a resume of a batch to its end: no two of them overlap in a repository. */
export class Stretch {
  readonly at: number;
  /** 0 for all that were not counted yet: those were before. */
  readonly number: number;
  readonly changes = new Map<string, Change>();

  constructor(at: number, number: number) {
    this.at = at;
    this.number = number;
  }

  add(entry: JournalEntry): void {
    if (!('task' in entry)) return;
    const before = this.changes.get(entry.task) ?? { hasStarted: entry.kind === 'task-started', known: {} };
    this.changes.set(entry.task, { ...before, known: { ...before.known, ...changeOf(entry) } });
  }
}

export class KnownTasks {
  readonly #tasks = new Map<string, KnownTask>();

  get(id: string): KnownTask {
    return this.#tasks.get(id) ?? unknownTask;
  }

  /** Stretches of all batches; a batch that was resumed may have one before and one after another batch. */
  addAll(stretches: readonly Stretch[]): void {
    for (const { changes } of stretches.toSorted((a, b) => a.number - b.number || a.at - b.at)) {
      for (const [id, change] of changes) this.#apply(id, change);
    }
  }

  /** One more event, the latest of all. */
  add(entry: JournalEntry): void {
    if (!('task' in entry)) return;
    this.#apply(entry.task, { hasStarted: entry.kind === 'task-started', known: changeOf(entry) });
  }

  #apply(id: string, { hasStarted, known }: Change): void {
    const before = this.get(id);
    this.#tasks.set(id, { ...(hasStarted && before.isDone ? unknownTask : before), ...known });
  }
}

function changeOf(entry: JournalEntry): Partial<KnownTask> {
  if (entry.kind === 'step-done' || entry.kind === 'step-found' || entry.kind === 'call-failed')
    return { checkpoint: entry.checkpoint, isDone: false };
  if (entry.kind === 'task-rejected') return { rounds: entry.drafts ?? entry.rounds };
  if (entry.kind === 'task-done' || entry.kind === 'workflow-done') return { ...unknownTask, isDone: true };
  if (entry.kind === 'checkpoint-reset') return unknownTask;
  return entry.kind === 'task-failed' && entry.failure.code === 'damaged' ? unknownTask : {};
}
