/** The library's door. */
export { executeTasksParallel } from './library/execute-tasks-parallel.ts';
export type { Executor, ExecutorEnv } from './library/executor.ts';
export type { ParallelConfig } from './library/parallel-config.ts';
export type { ParallelTask } from './library/parallel-task.ts';
export type { TaskResult } from './library/task-result.ts';
export type { AttemptEnd, ParkedAttempt } from './model/attempt.ts';
export { AgentOsError } from './model/errors.ts';
export type { Failure, FailureCode } from './model/failure.ts';
export type { Fate } from './model/outcome.ts';
export type { TaskId } from './model/task.ts';
export type { Clock } from './parallel/clock.ts';
export type { CoordinatedTask, CoordinatorListener, CoordinatorOptions, UsedBounds } from './parallel/coordinator.ts';
export { ParallelCoordinator } from './parallel/coordinator.ts';
export { sanitizeTaskId } from './parallel/input-sanitizer.ts';
export type { PrefixerOptions } from './parallel/output-prefixer.ts';
export { OutputPrefixer } from './parallel/output-prefixer.ts';
