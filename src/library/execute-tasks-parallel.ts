import type { Fate } from '../model/outcome.ts';
import { resolveExecutor } from './executor-url.ts';
import { LibraryHouse } from './library-house.ts';
import { type ParallelConfig, resolveConfig } from './parallel-config.ts';
import { checkTasks, type ParallelTask } from './parallel-task.ts';
import type { TaskResult } from './task-result.ts';

/**
 * Runs every task in a worker process of its own, N at a time. The executor is the file URL of a module whose default
 * export is an `Executor`; each worker imports it, because a closure cannot cross a process.
 *
 * Contract: resolves with one result for each task, in their order, whatever happens to workers; when it does, no worker
 * is left. Rejects with an AgentOsError, before anything has started, if the tasks, the config or the executor cannot be
 * used: ID_UNSAFE, ID_DUPLICATE, TASK_UNCLONEABLE, OPTION_INVALID, EXECUTOR_INVALID, BATCH_RUNNING, FILE_UNWRITABLE.
 */
export async function executeTasksParallel<Task extends ParallelTask, Value = unknown>(
  tasks: readonly Task[],
  config: ParallelConfig,
  executor: URL | string,
): Promise<ReadonlyMap<string, TaskResult<Value>>> {
  const checked = checkTasks(tasks);
  await using house = new LibraryHouse(resolveConfig(config), resolveExecutor(executor));
  const fates = await house.execute(checked);
  const resultOf = (id: string, fate: Fate): TaskResult<Value> =>
    // What the values are is known to the caller, whose module returned them.
    fate.kind === 'done' ? { ...fate, value: house.values.get(id) as Value } : fate;
  return new Map([...fates].map(([id, fate]) => [id, resultOf(id, fate)]));
}
