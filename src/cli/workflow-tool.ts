import type { Options } from '../config/options.ts';
import type { TaskId, Workflow } from '../model/task.ts';
import type { Source } from '../sources/source.ts';
import type { Door } from './door.ts';
import type { TextWorker } from './workers.ts';

/** What was asked for by name, and who is told what takes a while. */
interface Asked {
  readonly door: Door;
  readonly ids: readonly TaskId[];
  readonly isForced: boolean;
}

/** All that a workflow's command adds to the shared runner: how to collect its tasks, and how to execute one. */
export interface WorkflowTool {
  readonly workflow: Workflow;
  /** Starts every line of a task's output: `[LLD-137]`. */
  readonly prefix: string;
  /** Who does the work, for the plan line and the credentials that it needs. */
  specsOf(options: Options): readonly string[];
  /** Where the result of a task goes, relative to the repository. */
  outputPaths(options: Options): (id: TaskId) => string;
  collect(options: Options, worker: TextWorker, asked: Asked): Source;
  /** False: this workflow can be planned, but not run yet. */
  readonly canRun: boolean;
}
