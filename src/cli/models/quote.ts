import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Options } from '../../config/options.ts';
import { askedModelOf } from '../../model/asked-model.ts';
import type { PastCost } from '../../model/history.ts';
import { schemeOf } from '../../model/spec.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { estimatePlan, makeQuote } from '../../plan/estimate.ts';
import type { Plan, Quote } from '../../plan/plan.ts';
import { type PriceCall, quoteTokens, type UsdRange } from '../../plan/token-quote.ts';
import type { PriceList, PriceOverride } from '../../prices/price-list.ts';
import { listRoles } from '../../report/roles.ts';
import { readPastCosts } from '../../store/past-costs.ts';

/** A plan whose tasks have their estimates, and what they come to; null if there is nothing to do. */
export interface Quoted {
  readonly plan: Plan;
  readonly quote: Quote | null;
}

type Role = ReturnType<typeof listRoles>[number];

/** By tokens nobody can tell how often a review sends a design back: from once to this. */
const mostRounds = 3;

/** Where an issue is no file that we could look at. */
const ordinaryIssueTokens = 1000;

/** Sizes are told apart by so much: ten thousand issues have few prices. */
const tokensApart = 100;

const bytesOfToken = 4;

/** Reads journals, sizes and prices, and only those that it needs; calls nobody. */
export async function quotePlan(plan: Plan, options: Options): Promise<Quoted> {
  if (plan.tasks.length === 0) return { plan, quote: null };
  const { settings, repoDir, credentials } = options;
  const roles = listRoles({ workflow: plan.workflow, settings });
  const past = roles.length === 0 ? [] : readPastCosts(settings.baseDir, { workflow: plan.workflow, roles });
  const rounds = Math.min(mostRounds, settings.maxIterations);
  const prices =
    isSilentOnMoney(past) && plan.workflow === 'requirements' ? await openCalls(roles, credentials.prices) : null;
  const unpriced = prices === null ? [] : findUnpriced(roles, prices);
  const price = unpriced.length === 0 ? prices : null;
  const rangeOf = price === null ? () => null : openRanges(repoDir, rounds, price);
  const estimated = estimatePlan(plan, { past, rangeOf });
  const facts = { parallel: settings.parallel, pastTasks: past.length, mostRounds: rounds, unpriced };
  return { plan: estimated, quote: makeQuote(estimated, facts) };
}

function isSilentOnMoney(past: readonly PastCost[]): boolean {
  return past.every(({ usd }) => usd === null);
}

/** The catalogue of prices is loaded only if a model is asked. */
async function openCalls(
  roles: readonly Role[],
  overrides: Readonly<Record<string, PriceOverride>>,
): Promise<PriceCall> {
  const isModelAsked = roles.some(({ spec }) => askedModelOf(spec) !== null);
  const prices = isModelAsked ? await loadPrices(overrides) : null;
  const specs = new Map(roles.map(({ role, spec }) => [role, spec]));
  return (role, usage) => {
    const spec = specs.get(role) ?? '';
    if (schemeOf(spec) === 'offline') return 0;
    const asked = askedModelOf(spec);
    return asked === null || prices === null ? null : prices.usdOf(asked.provider, asked.model, usage);
  };
}

async function loadPrices(overrides: Readonly<Record<string, PriceOverride>>): Promise<PriceList> {
  const { openPrices } = await import('../../prices/price-list.ts');
  return await openPrices(overrides);
}

function findUnpriced(roles: readonly Role[], price: PriceCall): string[] {
  const usage = { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };
  const asked = (['drafter', 'reviewer'] as const).filter((role) => price(role, usage) === null);
  return [...new Set(roles.filter(({ role }) => asked.some((name) => name === role)).map(({ spec }) => spec))];
}

function openRanges(repoDir: string, rounds: number, price: PriceCall): (task: WorkflowTask) => UsdRange | null {
  const free = quoteTokens(0, rounds, price);
  // Where nothing costs anything, sizes do not matter.
  if (free?.most === 0) return () => free;
  const known = new Map<number, UsdRange | null>();
  return ({ inputPath }) => {
    const tokens = Math.ceil(countIssueTokens(resolve(repoDir, inputPath)) / tokensApart) * tokensApart;
    const range = known.has(tokens) ? (known.get(tokens) ?? null) : quoteTokens(tokens, rounds, price);
    known.set(tokens, range);
    return range;
  };
}

/** By its size: its text need not be read. */
function countIssueTokens(path: string): number {
  try {
    return Math.ceil(statSync(path).size / bytesOfToken);
  } catch {
    return ordinaryIssueTokens;
  }
}
