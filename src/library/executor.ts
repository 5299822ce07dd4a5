/** What an executor gets besides its task. */
export interface ExecutorEnv {
  /** Aborted when the batch stops and its patience is over. */
  readonly signal: AbortSignal;
  /**
   * Runs once: when the task starts again after a crash or a stop, the kept value is given back. A value is kept as
   * JSON, under a name that is unique within the task; a changed meaning needs a new name. Without a `baseDir` nothing
   * is kept, and the function simply runs.
   */
  step<T>(name: string, run: () => Promise<T> | T): Promise<T>;
}

/** The default export of an executor's module. Both the task and the value have to be able to cross a process. */
export type Executor<Task, Value = unknown> = (task: Task, env: ExecutorEnv) => Promise<Value> | Value;
