import type { PastCost } from '../model/history.ts';
import type { Estimate, WorkflowTask } from '../model/task.ts';
import type { Plan, Quote } from './plan.ts';
import type { UsdRange } from './token-quote.ts';

/** What an estimate can rest on. */
export interface EstimateFacts {
  /** Of earlier tasks that the same roles did. */
  readonly past: readonly PastCost[];
  /** By the tokens that it will take; null if nobody can tell. Asked only where history says nothing of money. */
  rangeOf(task: WorkflowTask): UsdRange | null;
}

/** Pure. History first, tokens where it says nothing of money. */
export function estimatePlan(plan: Plan, facts: EstimateFacts): Plan {
  const past = summarisePast(facts.past);
  return {
    ...plan,
    tasks: plan.tasks.map((task) => ({
      ...task,
      estimate: past.usd === null ? estimateByTokens(past.seconds, facts.rangeOf(task)) : past,
    })),
  };
}

type QuoteFacts = Pick<Quote, 'parallel' | 'pastTasks' | 'mostRounds' | 'unpriced'>;

/** What all of it takes together. Null if there is nothing to do. */
export function makeQuote({ tasks }: Pick<Plan, 'tasks'>, facts: QuoteFacts): Quote | null {
  const [first] = tasks;
  if (first === undefined) return null;
  const usd = addUp(tasks.map(({ estimate }) => estimate.usd));
  const most = addUp(tasks.map(({ estimate }) => estimate.usdMost ?? estimate.usd));
  const { seconds, basis } = first.estimate;
  return {
    ...facts,
    tasks: tasks.length,
    // All tasks are expected to take equally long: they run in waves.
    seconds: seconds === null ? null : roundTo(Math.ceil(tasks.length / facts.parallel) * seconds, 10),
    usd,
    usdMost: most === usd ? null : most,
    basis: basis ?? null,
  };
}

/** The same for every task: who does it matters more than what it is about. */
function summarisePast(past: readonly PastCost[]): Estimate {
  const seconds = median(past.map((cost) => cost.seconds));
  const usd = median(past.flatMap((cost) => cost.usd ?? []));
  return {
    seconds: seconds === null ? null : roundTo(seconds, 10),
    usd: usd === null ? null : roundTo(usd, 1e6),
    basis: seconds === null ? null : 'history',
  };
}

function estimateByTokens(seconds: number | null, range: UsdRange | null): Estimate {
  if (range === null) return { seconds, usd: null, basis: seconds === null ? null : 'history' };
  const [usd, usdMost] = [roundTo(range.least, 1e6), roundTo(range.most, 1e6)];
  return { seconds, usd, ...(usdMost === usd ? {} : { usdMost }), basis: 'tokens' };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return sorted.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

function addUp(amounts: readonly (number | null)[]): number | null {
  const sum = amounts.reduce((total, usd) => (total === null || usd === null ? null : total + usd), 0);
  return sum === null ? null : roundTo(sum, 1e6);
}

function roundTo(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
