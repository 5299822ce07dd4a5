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
 * next one is not made. What a call cost that was lost in a crash is not known, and does not count.
 */
export function findOverspending(limits: Limits, { tasks }: BatchRecord, id: string): Overspending | null {
  const own = tasks.get(id)?.measuredUsd ?? 0;
  const all = limits.budgetUsd === null ? 0 : addUp(tasks.values());
  return (
    compare(all, limits.budgetUsd, 'the batch (--budget)', true) ??
    compare(own, limits.taskBudgetUsd, 'the task (--task-budget)', false)
  );
}

function addUp(tasks: Iterable<{ readonly measuredUsd: number }>): number {
  let sum = 0;
  for (const { measuredUsd } of tasks) sum += measuredUsd;
  return sum;
}

function compare(spent: number, limit: number | null, whose: string, isBatch: boolean): Overspending | null {
  if (limit === null || spent < limit) return null;
  return { isBatch, message: `the budget of ${whose} is $${limit.toFixed(2)}, and $${spent.toFixed(2)} are spent` };
}
