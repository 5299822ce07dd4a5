declare const minted: unique symbol;

/** A task's safe name: fit for a file, a branch and a line of output. Minted by `sanitizeTaskId` alone. */
export type TaskId = string & { readonly [minted]: 'TaskId' };

export type Workflow = 'requirements' | 'implement';

/** Why a task is going to run. */
export type PendingReason = 'new' | 'changed' | 'failed' | 'requested';

/** Why a task is left alone. */
export type SkipReason = 'approved' | 'implemented' | 'unapproved';

/** What history says a task will cost; null is unknown, never zero. */
export interface Estimate {
  readonly seconds: number | null;
  readonly usd: number | null;
}

/** A planned piece of work. Paths are relative to the repository. */
export interface WorkflowTask {
  readonly id: TaskId;
  readonly workflow: Workflow;
  readonly title: string;
  readonly reason: PendingReason;
  readonly inputPath: string;
  readonly inputSha256: string;
  readonly outputPath: string;
  readonly estimate: Estimate;
  readonly conflictsWith: readonly TaskId[];
}
