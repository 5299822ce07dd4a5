import type { SettingValues } from '../../config/settings.ts';
import type { BatchRecord } from '../../model/batch-record.ts';

type Limits = Pick<SettingValues, 'budgetUsd' | 'taskBudgetUsd'>;

export function isBudgeted({ budgetUsd, taskBudgetUsd }: Limits): boolean {
  return budgetUsd !== null || taskBudgetUsd !== null;
}

interface Overspending {
  /** The budget of the batch, not of the task alone. */
  readonly isBatch: boolean;
  readonly message: string;
}

/**
 * Asked before each call, of what the journal knows to have been spent: a call that is made may go over a budget, the
 * next one is not made. What was not measured may have been anything.
 */
export function findOverspending(limits: Limits, { tasks }: BatchRecord, id: string): Overspending | null {
  const task = tasks.get(id);
  const own = task === undefined ? 0 : task.usd;
  const all = limits.budgetUsd === null ? 0 : addUp(tasks.values());
  return (
    compare(all, limits.budgetUsd, 'the batch (--budget)', true) ??
    compare(own, limits.taskBudgetUsd, 'the task (--task-budget)', false)
  );
}

function addUp(tasks: Iterable<{ readonly usd: number | null }>): number | null {
  let sum = 0;
  for (const { usd } of tasks) {
    if (usd === null) return null;
    sum += usd;
  }
  return sum;
}

function compare(spent: number | null, limit: number | null, whose: string, isBatch: boolean): Overspending | null {
  if (limit === null || (spent !== null && spent < limit)) return null;
  const why = spent === null ? 'what a call cost is not known' : `$${spent.toFixed(2)} are spent`;
  return { isBatch, message: `the budget of ${whose} is $${limit.toFixed(2)}, and ${why}` };
}
