import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import { AgentOsError } from '../model/errors.ts';
import type { CoordinatedTask } from '../parallel/coordinator.ts';
import { foldId, sanitizeTaskId } from '../parallel/input-sanitizer.ts';

/** A task for an executor. Whatever else it has reaches the executor, if it can be cloned. */
export interface ParallelTask {
  /** See `sanitizeTaskId`. */
  readonly id: string;
  /** Tasks that may not run at the same time; one side need name the other. */
  readonly conflictsWith?: readonly string[];
}

/** A task as it will be handed over. */
export interface CheckedTask extends CoordinatedTask {
  readonly content: unknown;
  /** Of everything that the executor gets. */
  readonly sha256: string;
}

/** Throws ID_UNSAFE, ID_DUPLICATE or TASK_UNCLONEABLE, before anything has been started. */
export function checkTasks(tasks: readonly ParallelTask[]): CheckedTask[] {
  const seen = new Map<string, string>();
  return tasks.map((task) => {
    const id = sanitizeTaskId(String(task.id));
    const other = seen.get(foldId(id));
    if (other !== undefined) throw new AgentOsError('ID_DUPLICATE', `task ${id} is given twice (as ${other})`);
    seen.set(foldId(id), id);
    return { id, conflictsWith: [...(task.conflictsWith ?? [])], content: task, sha256: hashClone(id, task) };
  });
}

function hashClone(id: string, task: ParallelTask): string {
  try {
    return hash('sha256', serialize(task), 'hex');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AgentOsError('TASK_UNCLONEABLE', `task ${id} cannot cross a process: ${why}`, { cause: error });
  }
}
