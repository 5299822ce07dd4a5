import type { BatchRecord } from '../model/batch-record.ts';
import type { TaskState } from '../model/task-record.ts';

/** Where the tasks of a batch stand; each is counted once. */
export interface Counts {
  readonly done: number;
  readonly failed: number;
  readonly rejected: number;
  readonly cancelled: number;
  /** Parked for time. */
  readonly waiting: number;
  /** Parked for a person. */
  readonly asking: number;
  readonly running: number;
  readonly pending: number;
}

export function countTasks({ tasks }: BatchRecord): Counts {
  const counts = { done: 0, failed: 0, rejected: 0, cancelled: 0, waiting: 0, asking: 0, running: 0, pending: 0 };
  for (const { fate } of tasks.values()) counts[groupOf(fate)] += 1;
  return counts;
}

function groupOf(fate: TaskState): keyof Counts {
  if (fate.kind !== 'parked') return fate.kind;
  return fate.for === 'time' ? 'waiting' : 'asking';
}

/** Tasks that a resume would go on with by itself. */
export function countUnfinished({ cancelled, waiting, running, pending }: Counts): number {
  return cancelled + waiting + running + pending;
}
