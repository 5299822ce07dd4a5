import type { WorkflowContext, WorkflowEnd } from '../workflow.ts';
import { placeDesign } from './branch-design.ts';
import { commitWork, leaveWorktree } from './commit-work.ts';
import { Ground } from './ground.ts';
import { handOver } from './hand-over.ts';
import { openJobs } from './jobs.ts';
import { loadLld } from './load-lld.ts';
import { openLogs } from './logs.ts';
import { makeBrief } from './make-brief.ts';
import { makeGreen, openTrail } from './make-green.ts';
import { openWorktree } from './open-worktree.ts';
import type { ImplementationOrder } from './order.ts';
import { prepare } from './prepare.ts';
import { proveTests } from './prove-tests.ts';
import { Without } from './prove-without.ts';
import { parseDesign } from './read-design.ts';
import { isFinal, retreat } from './retreat.ts';
import { reviewRounds } from './review-rounds.ts';
import type { Site } from './site.ts';
import type { Workshop } from './workshop.ts';

/** From an approved design to tested code on its own branch, with evidence. */
export async function runImplementation(
  context: WorkflowContext,
  order: ImplementationOrder,
  workshop: Workshop,
): Promise<WorkflowEnd> {
  const lld = await loadLld(context, order);
  const design = parseDesign(lld, order.task.title);
  const by = { name: 'AgentOS', email: 'agentos@localhost', at: await context.now() };
  const { tree, isDesignInBase } = await openWorktree({ context, order, workshop, lld, design, by });
  const branchDesign = placeDesign(order, lld, isDesignInBase);
  const ground = new Ground(workshop, order, tree);
  const logs = openLogs(context, order.task.id, lld.firstNumber);
  let site: Site | null = null;
  const leave = async () => await retreat({ context, workshop, ground, by, project: site?.project ?? null });
  try {
    const project = await prepare({ context, order, workshop, design, ground, logs });
    const brief = makeBrief(order, design, project);
    const jobs = openJobs({ context, order, workshop, ground, brief });
    site = { context, order, workshop, lld, design, branchDesign, brief, ground, project, jobs, logs, by };
    const end = await build(site);
    if (end.kind === 'rejected') await leave();
    return end;
  } catch (error) {
    // Whatever parks or stops a task is none of ours, and goes through.
    if (isFinal(error)) await leave();
    throw error;
  }
}

/** Tests first; then code until it is green, passes the gates and is approved; then one commit. */
async function build(site: Site): Promise<WorkflowEnd> {
  const tests = await proveTests(site);
  if ('kind' in tests) return tests;
  await using without = new Without(site, tests);
  const trail = openTrail(without);
  const approved = await reviewRounds(site, tests, trail, await makeGreen(site, tests, trail, []));
  if ('kind' in approved) return approved;
  const { message, reports, evidence } = handOver(site, trail, approved, await site.context.receipt());
  const squashed = await commitWork(site, { message, reports });
  await leaveWorktree(site, squashed);
  const code = { branch: site.ground.tree.branch, commit: squashed.commit };
  return { kind: 'done', results: [evidence(squashed)], code };
}
