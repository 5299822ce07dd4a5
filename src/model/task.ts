declare const minted: unique symbol;

/** A task's safe name: fit for a file, a branch and a line of output. Minted by `sanitizeTaskId` alone. */
export type TaskId = string & { readonly [minted]: 'TaskId' };

/** Ids that are numbers are written without leading zeros: 007 and 7 are one task. */
export function dropLeadingZeros(rawId: string): string {
  return /^\d+$/.test(rawId) ? rawId.replace(/^0+(?=\d)/, '') : rawId;
}

export type Workflow = 'requirements' | 'implement';

/** What a batch does: one of them, or `run`: both, one after the other for each task. */
export type BatchWorkflow = Workflow | 'run';

/** Why a task is going to run. */
export type PendingReason = 'new' | 'changed' | 'failed' | 'requested';

/** Why a task is left alone; `offline`: no model reviewed its design, and nobody said that this will do. */
export type SkipReason = 'approved' | 'implemented' | 'unapproved' | 'offline';

/** What a task will take, as far as anybody can tell; null is unknown, never zero. */
export interface Estimate {
  /** Running time, from history alone. */
  readonly seconds: number | null;
  /** The middle of what such tasks cost; by tokens, what it costs if the first review approves. */
  readonly usd: number | null;
  /** By tokens, what it costs if reviews send it back; absent where `usd` says it all. */
  readonly usdMost?: number;
  /** What `usd` rests on, else `seconds`; null if nothing is known. Earlier versions did not say. */
  readonly basis?: EstimateBasis | null;
}

export type EstimateBasis = 'history' | 'tokens';

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
