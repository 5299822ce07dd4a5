import type { SkipReason, TaskId, Workflow, WorkflowTask } from '../model/task.ts';

/** What would run, in order, and what would not, and why. */
export interface Plan {
  readonly workflow: Workflow;
  readonly tasks: readonly WorkflowTask[];
  readonly skipped: readonly { readonly id: TaskId; readonly reason: SkipReason }[];
  readonly rejected: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** Every id that was found, whether it runs or not. */
  readonly knownIds: ReadonlySet<string>;
  readonly warnings: readonly string[];
}
