import type { BatchRecord } from '../model/batch-record.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { DurationRange } from './figures.ts';

const fewestCompletions = 3;

/**
 * How long the batch may still take, if the tasks that are left take as long as the middle half of the completed ones.
 * Null before three completions, when nothing is left that would end by itself, and when nothing new starts.
 */
export function estimateLeft(record: BatchRecord, now: number): DurationRange | null {
  const tasks = [...record.tasks.values()];
  const open = tasks.filter(({ fate }) => isOpen(fate));
  const lengths = Float64Array.from(tasks.filter(isCompleted), ({ runningMs }) => runningMs).sort();
  if (lengths.length < fewestCompletions || open.length === 0 || record.stopping !== null) return null;
  const lowMs = shareOut(open, quantile(lengths, 0.25), record.parallel, now);
  const highMs = shareOut(open, quantile(lengths, 0.75), record.parallel, now);
  return highMs > 0 ? { lowMs, highMs } : null;
}

/** Failed ones say little: they may have ended early. */
function isCompleted({ fate }: TaskRecord): boolean {
  return fate.kind === 'done' || fate.kind === 'rejected';
}

function isOpen(fate: TaskRecord['fate']): boolean {
  return fate.kind === 'pending' || fate.kind === 'running' || (fate.kind === 'parked' && fate.for === 'time');
}

/** Never shorter than the work shared by all workers, nor than the longest of the tasks. */
function shareOut(open: readonly TaskRecord[], lengthMs: number, parallel: number, now: number): number {
  let [workMs, longestMs] = [0, 0];
  for (const task of open) {
    const leftMs = Math.max(0, lengthMs - ranMs(task, now));
    workMs += leftMs;
    longestMs = Math.max(longestMs, leftMs + waitLeftMs(task, now));
  }
  return Math.max(workMs / Math.max(1, parallel), longestMs);
}

/** Running time with that of the present attempt. */
export function ranMs({ fate, runningMs }: TaskRecord, now: number): number {
  return runningMs + (fate.kind === 'running' ? Math.max(0, now - fate.sinceAt) : 0);
}

function waitLeftMs({ fate }: TaskRecord, now: number): number {
  return fate.kind === 'parked' && fate.for === 'time' ? Math.max(0, fate.untilAt - now) : 0;
}

function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  return sorted[share < 0.5 ? Math.floor(at) : Math.ceil(at)] ?? 0;
}
