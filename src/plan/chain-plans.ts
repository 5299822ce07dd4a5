import type { Found } from '../model/found.ts';
import type { History } from '../model/history.ts';
import type { TaskId, Workflow } from '../model/task.ts';
import { makePlan, type PlanRequest } from './make-plan.ts';
import type { Plan } from './plan.ts';

/** What was found, and what is known of it, by the workflow that it is for. */
export interface ChainFacts {
  readonly found: Readonly<Record<Workflow, readonly Found[]>>;
  readonly history: Readonly<Record<Workflow, History>>;
}

export interface ChainRequest extends Omit<PlanRequest, 'workflow' | 'outputPathOf'> {
  readonly outputPathOf: Readonly<Record<Workflow, PlanRequest['outputPathOf']>>;
}

/**
 * Pure. Both workflows as one plan: a task whose design has to be made begins there, any other one whose design waits
 * for code begins with that. Throws as `makePlan` does.
 */
export function chainPlans(facts: ChainFacts, request: ChainRequest): Plan {
  const all = planOne('requirements', facts, { ...request, ids: [], isForced: false });
  const isDue = new Set<string>(all.tasks.map(({ id }) => id));
  const begins = (id: TaskId) => all.knownIds.has(id) && (isDue.has(id) || request.isForced);
  const [atIssue, atDesign] = [request.ids.filter(begins), request.ids.filter((id) => !begins(id))];
  const left = { ...facts, found: { ...facts.found, implement: withoutDue(facts.found.implement, isDue) } };
  if (request.ids.length === 0) return join([all, planOne('implement', left, request)], []);
  const plans = [
    ...(atIssue.length === 0 ? [] : [planOne('requirements', facts, { ...request, ids: atIssue })]),
    ...(atDesign.length === 0 ? [] : [planOne('implement', left, { ...request, ids: atDesign })]),
  ];
  return join(plans, request.ids);
}

function planOne(workflow: Workflow, { found, history }: ChainFacts, request: ChainRequest): Plan {
  const outputPathOf = request.outputPathOf[workflow];
  return makePlan(found[workflow], history[workflow], { ...request, workflow, outputPathOf });
}

/** A design that is going to be made anew is not judged as it is. */
function withoutDue(found: readonly Found[], isDue: ReadonlySet<string>): Found[] {
  return found.filter(({ rawId }) => rawId === null || !isDue.has(rawId));
}

/** In the order asked for; else what is nearest to its end comes first. */
function join(plans: readonly Plan[], ids: readonly TaskId[]): Plan {
  const tasks = plans.toReversed().flatMap((plan) => plan.tasks);
  const isPlanned = new Set(tasks.map(({ id }) => id));
  // Of a task that both leave alone, the later workflow has the last word.
  const skipped = new Map(plans.flatMap((plan) => plan.skipped.map(({ id, reason }) => [id, reason] as const)));
  return {
    workflow: 'run',
    tasks: ids.length === 0 ? tasks : tasks.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    skipped: [...skipped].filter(([id]) => !isPlanned.has(id)).map(([id, reason]) => ({ id, reason })),
    rejected: plans.flatMap((plan) => plan.rejected),
    knownIds: new Set(plans.flatMap((plan) => [...plan.knownIds])),
    warnings: plans.flatMap((plan) => plan.warnings),
  };
}
