import type { RedactionSketch } from '../redaction/sketch.ts';
import type { SandboxDescription } from '../sandbox/open-sandbox.ts';
import type { ImplementationOrder } from '../workflows/implementation/order.ts';
import type { RequirementsOrder } from '../workflows/requirements/order.ts';

/** Where a task's state is, and what is known of it. */
export interface RunPlace {
  readonly runId: string;
  readonly taskId: string;
  readonly repoDir: string;
  readonly baseDir: string;
  /** Where the batch keeps what is its own. */
  readonly batchDir: string;
  readonly checkpoint: {
    readonly name: string;
    readonly fingerprint: string;
    readonly isFresh: boolean;
    readonly expected: { readonly id: string; readonly sequence: number } | null;
  };
  /** How secrets look that must not be written; null if there is none. */
  readonly sketch: RedactionSketch | null;
  readonly maxRetries: number;
  /** The coordinator is asked before each call. */
  readonly isBudgeted: boolean;
}

/** What a worker of the pool can be given to do. */
export type TaskOrder =
  | { readonly kind: 'requirements'; readonly place: RunPlace; readonly order: RequirementsOrder }
  | {
      readonly kind: 'implementation';
      readonly place: RunPlace;
      readonly order: ImplementationOrder;
      /** What was found out once, for all workers: see `restoreSandbox`. */
      readonly sandbox: SandboxDescription;
      /** The version of git; null if it does not tell. */
      readonly git: string | null;
      /** Absolute: no confined program sees them. */
      readonly keyFiles: readonly string[];
    }
  /** Somebody's own module; without a place nothing is kept. */
  | { readonly kind: 'module'; readonly url: string; readonly task: unknown; readonly place: RunPlace | null };
