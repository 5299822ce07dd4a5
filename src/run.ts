import type { Engine, House } from './engines/engine.ts';
import type { History } from './model/history.ts';
import { makePlan, type PlanRequest } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import { makeSummary, type Summary } from './report/summary.ts';
import type { Source } from './sources/source.ts';

/** Finds every task and says what would run. Reads only. */
export async function planBatch(source: Source, history: History, request: PlanRequest): Promise<Plan> {
  return makePlan(await Array.fromAsync(source.scan()), history, request);
}

/** One batch: its name, its plan, and where it runs. */
export interface Batch {
  readonly name: string;
  readonly plan: Plan;
  readonly parallel: number;
  readonly engine: Engine;
  readonly house: House;
  /** Flags that say where things are, for the line that retries. */
  readonly places: readonly string[];
  /** Epoch milliseconds. */
  now(): number;
}

/** Runs a plan to its summary. */
export async function runBatch({ name, plan, parallel, engine, house, places, now }: Batch): Promise<Summary> {
  const startedAt = now();
  house.emit({ kind: 'batch-started', workflow: plan.workflow, tasks: plan.tasks.map(({ id }) => id) });
  const outcomes = await engine.execute(plan, house);
  const summary = makeSummary({ batch: name, plan, outcomes, parallel, startedAt, endedAt: now(), places });
  house.emit({ kind: 'batch-ended', exitCode: summary.exitCode });
  return summary;
}
