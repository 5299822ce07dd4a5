import type { BatchWorkflow, EstimateBasis, SkipReason, TaskId, WorkflowTask } from '../model/task.ts';

/** What would run, in order, and what would not, and why. */
export interface Plan {
  readonly workflow: BatchWorkflow;
  readonly tasks: readonly WorkflowTask[];
  readonly skipped: readonly { readonly id: TaskId; readonly reason: SkipReason }[];
  readonly rejected: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** Every id that was found, whether it runs or not. */
  readonly knownIds: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/** What all tasks of a plan will take together, as far as anybody can tell. */
export interface Quote {
  readonly tasks: number;
  readonly parallel: number;
  /** Wall time; null is unknown. */
  readonly seconds: number | null;
  readonly usd: number | null;
  /** The upper end by tokens; null where `usd` says it all. */
  readonly usdMost: number | null;
  readonly basis: EstimateBasis | null;
  /** How many done tasks of earlier batches it rests on. */
  readonly pastTasks: number;
  /** The review rounds of the upper end. */
  readonly mostRounds: number;
  /** Who has no price that we know of, if that is why nobody can tell. */
  readonly unpriced: readonly string[];
}
