import type { BatchRecord } from '../model/batch-record.ts';
import { renderCheck, renderRejected, renderResume, renderRetry, renderTaskCommand } from './command-line.ts';
import { limitLines } from './figures.ts';
import { failedForNow, type Summary, type TaskSummary } from './summary.ts';
import { isAnswered, isAsking, isCancelled, isFailed, isRejected, isWaiting } from './task-groups.ts';

const mostIds = 50;

/** The commands that go on, ready to paste: a new batch only for what a resume would leave alone. */
export function renderNext({ tasks, counts, exitCode }: Summary, record: BatchRecord): string[] {
  const ids = (is: (task: TaskSummary) => boolean) => tasks.filter(is).map(({ id }) => id);
  const forGood = ids((task) => isFailed(task) && !failedForNow(record, task));
  const forNow = ids((task) => failedForNow(record, task));
  const unfinished = ids((task) => isWaiting(task) || isCancelled(task));
  const goOn = `Run \`${renderResume(record)}\` to go on${renderCondition(tasks, record)}.`;
  const next = [...listRejected(ids(isRejected), record), ...renderAsking(ids(isAsking), record)];
  const answered = ids(isAnswered);
  if (answered.length > 0) next.push(`Answered: ${list(answered)}. Run \`${renderResume(record)}\` to go on.`);
  if (forGood.length > 0) next.push(`Failed: ${list(forGood)}. Run \`${renderRetry(record, forGood)}\` to retry.`);
  if (forNow.length > 0) next.push(`Failed: ${list(forNow)}. ${goOn}`);
  if (unfinished.length > 0 || exitCode === null)
    next.push(`Interrupted: ${counts.done} done, ${unfinished.length} not finished. ${goOn}`);
  return next;
}

function listRejected(ids: readonly string[], record: BatchRecord): string[] {
  const isReviewed = (id: string) => record.tasks.get(id)?.rounds !== 0;
  return [true, false].flatMap((hasReviews) => {
    const some = ids.filter((id) => isReviewed(id) === hasReviews);
    return some.length === 0 ? [] : [`Rejected: ${list(some)}. Run ${renderRejected(record, some, hasReviews)}.`];
  });
}

function renderAsking(ids: readonly string[], record: BatchRecord): string[] {
  const [first] = ids;
  if (first === undefined) return [];
  const [show, approve] = ['show', 'approve'].map((command) => renderTaskCommand(record, command, first));
  const how = `See \`${show}\`, answer by \`${approve}\` or \`reject\`, then run \`${renderResume(record)}\`.`;
  return [`Waiting for a person: ${list(ids)}. ${how}`];
}

/** What has to be different then: else it would stop at the same place again. */
function renderCondition(tasks: readonly TaskSummary[], record: BatchRecord): string {
  const codes = new Set(tasks.filter((task) => failedForNow(record, task)).map(({ failure }) => failure?.code));
  if (codes.has('credentials')) return `, when a credential can be used again: see \`${renderCheck(record)}\``;
  if (codes.has('budget') || isSpent(record)) return `, with a higher ${listBudgets(record)}`;
  return codes.has('changed') ? ', with --on-changed rerun or ignore, or with the inputs as they were' : '';
}

function isSpent({ started, tasks }: BatchRecord): boolean {
  const budget = started?.settings['budgetUsd'];
  return typeof budget === 'number' && tasks.values().reduce((sum, { measuredUsd }) => sum + measuredUsd, 0) >= budget;
}

/** Those that the batch has. */
function listBudgets({ started }: BatchRecord): string {
  const flags = { budgetUsd: '--budget', taskBudgetUsd: '--task-budget' };
  const given = Object.entries(flags).filter(([key]) => typeof started?.settings[key] === 'number');
  return given.map(([, flag]) => flag).join(' or ') || 'budget';
}

function list(ids: readonly string[]): string {
  return limitLines(ids, mostIds).join(', ');
}
