import type { GatewayAccess } from '../../model/gateway-access.ts';
import type { WorkflowTask } from '../../model/task.ts';

/** Where a person is asked. */
type Gate = 'none' | 'draft' | 'verdict' | 'all';

/** One task of the workflow, as plain data: it crosses a process. */
export interface RequirementsOrder {
  readonly task: WorkflowTask;
  readonly repoDir: string;
  /** Folders in which the issue may lie. */
  readonly roots: readonly string[];
  readonly maxInputBytes: number;
  /** Who writes and who reviews, as specs such as `offline:`. */
  readonly drafter: string;
  readonly reviewer: string;
  /** Where models are asked; null if this batch asks none. */
  readonly gateway: GatewayAccess | null;
  readonly gate: Gate;
  /** Reviews that may come on top of the earlier ones; a person's note has its answer beyond them. */
  readonly maxIterations: number;
  /** Drafts that were judged in earlier attempts, which ended in a rejection. */
  readonly earlierRounds: number;
  /** The issue may be another one than was planned. */
  readonly mayDiffer: boolean;
}

/** Whether a person is asked at this gate. */
export function isGated({ gate }: RequirementsOrder, at: 'draft' | 'verdict'): boolean {
  return gate === at || gate === 'all';
}
