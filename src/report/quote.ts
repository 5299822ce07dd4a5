import { schemeOf } from '../model/spec.ts';
import type { Estimate, WorkflowTask } from '../model/task.ts';
import { showSafely } from '../model/text.ts';
import type { Quote } from '../plan/plan.ts';
import { renderCount, renderDurationRange, renderUsd, renderUsdRange } from './figures.ts';

/** `Estimated: 12 tasks · ~34 min at 4 at a time · ~$3.20 (history of 18 tasks)`. */
export function renderQuote(quote: Quote): string {
  const { tasks, parallel, seconds, usd } = quote;
  const parts = [
    `Estimated: ${renderCount(tasks, 'task')}`,
    seconds === null ? 'time unknown' : `${renderAbout(seconds)} at ${parallel} at a time`,
    usd === null ? 'cost unknown' : renderCost(quote),
  ];
  const basis = describeBasis(quote);
  return `${parts.join(' · ')}${basis.length === 0 ? '' : ` (${basis.join('; ')})`}`;
}

/** Whether it says more than that there are tasks: that nothing costs nothing is no news. */
export function saysSomething({ seconds, usd }: Quote): boolean {
  return seconds !== null || (usd !== null && usd > 0);
}

/** `time ~3 min · cost ~$0.27`. */
export function renderEstimate(estimate: Estimate): string {
  const { seconds, usd } = estimate;
  const time = seconds === null ? 'unknown' : renderAbout(seconds);
  return `time ${time} · cost ${usd === null ? 'unknown' : renderCost(estimate)}`;
}

interface Limits {
  readonly budgetUsd: number | null;
  readonly taskBudgetUsd: number | null;
}

/** Where a budget may end the work before it is done. */
export function warnOfBudgets(quote: Quote, tasks: readonly WorkflowTask[], limits: Limits): string[] {
  const { budgetUsd, taskBudgetUsd } = limits;
  const over = tasks.filter(({ estimate }) => exceeds(estimate, taskBudgetUsd)).length;
  return [
    ...(exceeds(quote, budgetUsd)
      ? [
          `the budget of the batch, ${renderUsd(budgetUsd)}, is below its estimate, ${renderCost(quote)}: it may stop early`,
        ]
      : []),
    ...(over > 0
      ? [`the budget of a task, ${renderUsd(taskBudgetUsd)}, is below the estimate of ${renderCount(over, 'task')}`]
      : []),
  ];
}

/** Of such an agent, or provider, nobody sees what it asks for: its cost is unknown, and no budget holds it. */
export function isUnmeasured(spec: string): boolean {
  return schemeOf(spec) === 'command';
}

/** Who is not held by a budget that was given. */
export function warnOfUnmeasured(
  roles: readonly { readonly role: string; readonly spec: string }[],
  limits: Limits,
): string[] {
  const { budgetUsd, taskBudgetUsd } = limits;
  const flags = [...(budgetUsd === null ? [] : ['--budget']), ...(taskBudgetUsd === null ? [] : ['--task-budget'])];
  if (flags.length === 0) return [];
  return roles
    .filter(({ spec }) => isUnmeasured(spec))
    .map(({ role, spec }) => `nobody measures what ${role} ${spec} costs: ${flags.join(' and ')} will not hold it`);
}

type Cost = { readonly usd: number | null; readonly usdMost?: number | null };

function exceeds({ usd, usdMost }: Cost, limit: number | null): boolean {
  const most = usdMost ?? usd;
  return limit !== null && most !== null && most > limit;
}

/** What is known to cost nothing, and a range, are not about anything. */
function renderCost({ usd, usdMost }: Cost): string {
  const least = usd ?? 0;
  if (usdMost !== null && usdMost !== undefined) return renderUsdRange(least, usdMost);
  return least === 0 ? renderUsd(0) : `~${renderUsd(least)}`;
}

function renderAbout(seconds: number): string {
  return `~${renderDurationRange({ lowMs: seconds * 1000, highMs: seconds * 1000 })}`;
}

function describeBasis({ pastTasks, basis, usd, usdMost, mostRounds, unpriced }: Quote): string[] {
  const rounds = mostRounds === 1 ? '1 round' : `1 to ${mostRounds} rounds`;
  const isRange = basis === 'tokens' && (usdMost ?? usd ?? 0) > 0;
  return [
    ...(pastTasks > 0 ? [`history of ${renderCount(pastTasks, 'task')}`] : []),
    ...(isRange ? [`${pastTasks > 0 ? 'cost' : 'no history'}: ${rounds} by token estimate`] : []),
    ...(usd === null && unpriced.length > 0 ? [`no price is known for ${unpriced.map(showSafely).join(', ')}`] : []),
  ];
}
