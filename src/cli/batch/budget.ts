import type { SettingValues } from '../../config/settings.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { TaskRecord } from '../../model/task-record.ts';

type Limits = Pick<SettingValues, 'budgetUsd' | 'taskBudgetUsd'>;

export function isBudgeted({ budgetUsd, taskBudgetUsd }: Limits): boolean {
  return budgetUsd !== null || taskBudgetUsd !== null;
}

interface Overspending {
  /** The budget of the batch, not of the task alone. */
  readonly isBatch: boolean;
  readonly message: string;
}

/** What a task has cost at most: what was measured, and what may have been asked for in calls that never were. */
export function boundSpentUsd(task: TaskRecord): number {
  return countSpentUsd(task) + Object.values(task.begunUsd).reduce((sum, usd) => sum + usd, 0);
}

/** Without calls under way, which may still turn out cheaper. */
function countSpentUsd({ measuredUsd, untoldUsd, lostUsd }: TaskRecord): number {
  return measuredUsd + untoldUsd + lostUsd;
}

/**
 * Asked before each call, of what the journal knows to have been spent: a call that is made may go over a budget, the
 * next one is not made. What could not be measured, or was lost in a crash, counts by what it may have cost.
 */
export function findOverspending(limits: Limits, { tasks }: BatchRecord, id: string): Overspending | null {
  const own = tasks.get(id);
  return (
    (limits.budgetUsd === null ? null : compare([...tasks.values()], limits.budgetUsd, 'the batch (--budget)', true)) ??
    compare(own === undefined ? [] : [own], limits.taskBudgetUsd, 'the task (--task-budget)', false)
  );
}

function compare(
  tasks: readonly TaskRecord[],
  limit: number | null,
  whose: string,
  isBatch: boolean,
): Overspending | null {
  const spent = addUp(tasks.map(countSpentUsd));
  if (limit === null || spent < limit) return null;
  const lost = addUp(tasks.map(({ lostUsd }) => lostUsd));
  const ofIt = lost < 0.005 ? '' : `, $${lost.toFixed(2)} of it perhaps, by calls that were cut off`;
  return {
    isBatch,
    message: `the budget of ${whose} is $${limit.toFixed(2)}, and $${spent.toFixed(2)} are spent${ofIt}`,
  };
}

function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, usd) => sum + usd, 0);
}
