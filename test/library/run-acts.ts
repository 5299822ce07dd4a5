import { executeTasksParallel, type ParallelConfig, type ParallelTask, type TaskResult } from '../../src/index.ts';

/** A task for the executor of acts; see there. */
export interface ActTask extends ParallelTask {
  readonly act: string;
  readonly file?: string;
  readonly ms?: number;
  readonly company?: number;
  readonly payload?: unknown;
}

export const actsUrl = new URL('../fixtures/executors/acts.mjs', import.meta.url);

export async function runActs(
  tasks: readonly ActTask[],
  config: Partial<ParallelConfig> = {},
): Promise<ReadonlyMap<string, TaskResult>> {
  return await executeTasksParallel(tasks, { parallel: 2, ...config }, actsUrl);
}

/** `count` tasks of one act, named by their number. */
export function makeActs(act: string, count: number, more: Partial<ActTask> = {}): ActTask[] {
  return Array.from({ length: count }, (_, at) => ({ ...more, id: `t${at}`, act }));
}

/** What tasks that are done returned. */
export function valuesOf(results: ReadonlyMap<string, TaskResult>): unknown[] {
  return [...results.values()].map((result) => (result.kind === 'done' ? result.value : result));
}

/** Codes of tasks that failed, the kind of all others. */
export function fatesOf(results: ReadonlyMap<string, TaskResult>): Record<string, string> {
  return Object.fromEntries(
    [...results].map(([id, result]) => [id, result.kind === 'failed' ? result.failure.code : result.kind]),
  );
}
