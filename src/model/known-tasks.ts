import type { JournalEntry } from './event.ts';

/** What journals prove of a task's checkpoint, over all batches. */
export interface KnownTask {
  readonly checkpoint: { readonly id: string; readonly sequence: number } | null;
  /** Review rounds that ended in a rejection: new ones come on top. */
  readonly rounds: number;
  /** Its last attempt succeeded: a checkpoint that is still there is a left-over. */
  readonly isDone: boolean;
}

const unknownTask: KnownTask = { checkpoint: null, rounds: 0, isDone: false };

/** Reads journals, oldest first, of one workflow. */
export class KnownTasks {
  readonly #tasks = new Map<string, KnownTask>();

  get(id: string): KnownTask {
    return this.#tasks.get(id) ?? unknownTask;
  }

  add(entry: JournalEntry): void {
    if (!('task' in entry)) return;
    const next = advance(this.get(entry.task), entry);
    if (next !== null) this.#tasks.set(entry.task, next);
  }
}

/** Null if the event says nothing of it. */
function advance(known: KnownTask, entry: JournalEntry): KnownTask | null {
  if (entry.kind === 'task-started') return known.isDone ? unknownTask : null;
  if (entry.kind === 'step-done' || entry.kind === 'call-failed') {
    return { ...known, checkpoint: entry.checkpoint };
  }
  if (entry.kind === 'task-rejected') return { ...known, rounds: entry.rounds };
  if (entry.kind === 'task-done') return { ...unknownTask, isDone: true };
  if (entry.kind === 'checkpoint-reset') return unknownTask;
  if (entry.kind === 'task-failed' && entry.failure.code === 'damaged') return unknownTask;
  return null;
}
