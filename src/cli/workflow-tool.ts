import type { Options } from '../config/options.ts';
import type { BatchWorkflow, TaskId, WorkflowTask } from '../model/task.ts';
import type { Plan } from '../plan/plan.ts';
import type { Door } from './door.ts';
import type { TextWorker } from './workers.ts';

/** What was asked for by name, and who is told what takes a while. */
export interface Asked {
  readonly door: Door;
  readonly ids: readonly TaskId[];
  readonly isForced: boolean;
}

/** Finds out what would run, as often as it is asked. */
export interface Planner {
  /** Reads only. */
  plan(): Promise<Plan>;
  /** See `Source`: these tasks are going to run, and the repository is held. */
  keep(tasks: readonly WorkflowTask[]): void;
}

/** All that a command adds to the shared runner: who does the work, and what there is to do. */
export interface WorkflowTool {
  readonly workflow: BatchWorkflow;
  /** Who does the work, for the plan line and the credentials that it needs. */
  specsOf(options: Options): readonly string[];
  openPlanner(options: Options, worker: TextWorker, asked: Asked): Planner;
}
