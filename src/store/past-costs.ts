import { BatchFold } from '../model/batch-record.ts';
import { AgentOsError } from '../model/errors.ts';
import type { JournalEntry } from '../model/event.ts';
import type { PastCost } from '../model/history.ts';
import type { BatchWorkflow } from '../model/task.ts';
import { journalPath } from './batch-folder.ts';
import { listBatches, readJournal } from './journal-reader.ts';

/** Whose past is asked for. */
export interface PastQuestion {
  readonly workflow: BatchWorkflow;
  /** Who played which role, as specs. */
  readonly roles: readonly { readonly role: string; readonly spec: string }[];
}

const mostTasks = 200;
const mostBatches = 100;
/** Of all journals together: a plan does not wait for a long history. */
const mostEntries = 50_000;

/**
 * What tasks took that were done from the beginning by the same roles, of the newest batches. A task that went on with
 * steps of an earlier batch is left out: it took more than this one says. A journal that cannot be read says nothing.
 */
export function readPastCosts(baseDir: string, question: PastQuestion): PastCost[] {
  const costs: PastCost[] = [];
  let entriesLeft = mostEntries;
  for (const batch of listBatches(baseDir).reverse().slice(0, mostBatches)) {
    const fold = new PastFold(batch, mostTasks - costs.length);
    entriesLeft -= readInto(fold, journalPath(baseDir, batch), question, entriesLeft);
    costs.push(...fold.costs);
    if (costs.length >= mostTasks || entriesLeft <= 0) break;
  }
  return costs;
}

/** Gives how many entries it read. */
function readInto(fold: PastFold, path: string, question: PastQuestion, entriesLeft: number): number {
  let count = 0;
  try {
    for (const entry of readJournal(path)) {
      count += 1;
      if (entry.sequence === 1 && !isAlike(entry, question)) break;
      fold.add(entry);
      if (fold.isFull || count >= entriesLeft) break;
    }
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    fold.costs.length = 0;
  }
  return count;
}

function isAlike(entry: JournalEntry, { workflow, roles }: PastQuestion): boolean {
  if (entry.kind !== 'batch-started' || entry.workflow !== workflow) return false;
  const { settings = {} } = entry;
  return roles.every(({ role, spec }) => settings[role] === spec);
}

/** The costs of one batch, as its tasks are done. */
class PastFold {
  readonly costs: PastCost[] = [];
  readonly #fold: BatchFold;
  readonly #most: number;
  /** Tasks of which something was saved in this batch, and whether it was the first thing ever. */
  readonly #begunHere = new Map<string, boolean>();

  constructor(batch: string, most: number) {
    this.#fold = new BatchFold(batch);
    this.#most = most;
  }

  get isFull(): boolean {
    return this.costs.length >= this.#most;
  }

  add(entry: JournalEntry): void {
    this.#fold.add(entry);
    if ('checkpoint' in entry && !this.#begunHere.has(entry.task)) {
      this.#begunHere.set(entry.task, entry.checkpoint.sequence === 1);
    }
    if (entry.kind !== 'task-done' || this.#begunHere.get(entry.task) !== true) return;
    const task = this.#fold.record.tasks.get(entry.task);
    if (task !== undefined) this.costs.push({ seconds: task.runningMs / 1000, usd: task.usd });
  }
}
