import type { Engine, House } from './engines/engine.ts';
import type { History } from './model/history.ts';
import type { Outcome } from './model/outcome.ts';
import { makePlan, type PlanRequest } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import type { Source } from './sources/source.ts';

/** Finds every task and says what would run. Reads only. */
export async function planBatch(source: Source, history: History, request: PlanRequest): Promise<Plan> {
  return makePlan(await Array.fromAsync(source.scan()), history, request);
}

/** Contract: one outcome per task of the plan, in its order. */
export async function runBatch(plan: Plan, engine: Engine, house: House): Promise<Outcome[]> {
  return await engine.execute(plan, house);
}
