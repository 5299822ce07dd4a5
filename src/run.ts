import type { Engine } from './engines/engine.ts';
import type { BatchEvent, BatchStarted } from './model/event.ts';
import type { History } from './model/history.ts';
import type { Fate } from './model/outcome.ts';
import type { WorkflowTask } from './model/task.ts';
import { makePlan, type PlanRequest } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import type { Source } from './sources/source.ts';

/** Finds every task and says what would run. Reads only. */
export async function planBatch(source: Source, history: History, request: PlanRequest): Promise<Plan> {
  return makePlan(await Array.fromAsync(source.scan()), history, request);
}

/** One batch: how it begins, what is left to be done of it, and where that happens. */
export interface Batch {
  readonly begin: BatchStarted | Extract<BatchEvent, { kind: 'batch-resumed' }>;
  /** What became clear before it began: notes, and the ends of tasks that need not run. */
  readonly settled: readonly BatchEvent[];
  readonly tasks: readonly WorkflowTask[];
  readonly engine: Engine<WorkflowTask>;
  /** Resolves when the journal has it. */
  append(event: BatchEvent): Promise<void>;
  /** How the batch ends, from what the journal says of its tasks. */
  judge(): Promise<number>;
}

/** Runs a batch to its end; every word of it, and its exit code last, is in the journal. */
export async function runBatch(batch: Batch): Promise<ReadonlyMap<string, Fate>> {
  const { begin, settled, tasks, engine, append, judge } = batch;
  await append(begin);
  for (const event of settled) await append(event);
  const fates = await engine.execute(tasks);
  await append({ kind: 'batch-ended', exitCode: await judge() });
  return fates;
}
