import type { GatewayAccess } from '../../model/gateway-access.ts';
import type { WorkflowTask } from '../../model/task.ts';

/** One task of the workflow, as plain data: it crosses a process. Paths are absolute. */
export interface ImplementationOrder {
  readonly task: WorkflowTask;
  readonly repoDir: string;
  /** Folders in which the design may lie. */
  readonly roots: readonly string[];
  readonly maxInputBytes: number;
  readonly agent: string;
  readonly reviewer: string;
  readonly gateway: GatewayAccess | null;
  /** `draft`: before the agent begins to implement; `verdict`: after a review. */
  readonly gate: 'none' | 'draft' | 'verdict' | 'all';
  /** Rounds of the green loop, and of the review. */
  readonly maxIterations: number;
  readonly mayDiffer: boolean;
  /** Begun although the design is not approved as it is; recorded. */
  readonly isForced: boolean;
  /** A design that no model reviewed will do. */
  readonly acceptsOffline: boolean;
  readonly worktreesDir: string;
  readonly building: BuildSettings;
}

/** What the config says of the repository's own ways. */
export interface BuildSettings {
  /** A line for a shell; null where the repository tells it itself. */
  readonly testCommand: string | null;
  /** Null: as the repository tells; empty: nothing is to be done. */
  readonly setUpCommand: string | null;
  readonly sandbox: 'required' | 'auto' | 'off';
  readonly sandboxNetwork: 'gateway' | 'host';
  /** Changes that the design does not announce fail the task. */
  readonly isStrict: boolean;
  /** Percent of the changed lines, where the design names none. */
  readonly leastCoverage: number;
  /** `login`: the agent's own login of this user; no pool, one at a time. */
  readonly agentAuth: 'gateway' | 'login';
  /** Where the agent's own program keeps its login; null where it looks for itself. */
  readonly agentLoginDir: string | null;
  readonly agentTurns: number;
  readonly agentMs: number;
  readonly agentIdleMs: number;
  readonly testMs: number;
}
