import type { BatchEvent } from '../../model/event.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { TaskReceipt } from '../../model/task-receipt.ts';
import type { AwakeClock } from '../../parallel/awake-clock.ts';
import type { WorkerPool } from '../../parallel/worker-pool.ts';

/** What the local engine uses of the house that it runs in. */
export interface LocalHouse<Task> {
  readonly repoDir: string;
  readonly pool: WorkerPool;
  readonly clock: AwakeClock;
  readonly traceId: string;
  /** The span of the batch itself. */
  readonly batchSpanId: string;
  readonly taskTimeoutMs: number;
  /** What the worker is given for this attempt. */
  orderOf(task: Task, attempt: number): Promise<unknown>;
  /** Resolves when the journal has it on the disk. */
  append(event: BatchEvent, spanId: string): Promise<void>;
  /** For the journal, a moment later: nobody waits for it. */
  note(event: BatchEvent, spanId: string): void;
  /** A whole line of the task itself. */
  onSaid(task: Task, line: string): void;
  onOutput(task: Task, stream: 'stdout' | 'stderr', chunk: Buffer): void;
  onOutputEnd(task: Task): void;
  /** This attempt is over, however it ended: what was lent to it is worth nothing any more. */
  onAttemptEnd?(task: Task): void;
  /** What a task whose results are in place goes on with, under the same id; null: it is done for good. */
  follow?(task: Task): Promise<(Task & WorkflowTask) | null>;
  /** It is done, and the journal says so; `value` is what its executor returned. */
  onDone?(task: Task, value: unknown): void;
  /** Throws AgentOsError if the money is spent. */
  permitCall(task: Task): Promise<void>;
  /** What it has taken so far, as the journal says; nobody knows where there is none. */
  receiptOf?(task: Task): Promise<TaskReceipt>;
  hasAnswer(task: Task, gate: string): boolean;
}
