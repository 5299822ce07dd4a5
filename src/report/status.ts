import type { BatchRecord } from '../model/batch-record.ts';
import { isFinal } from '../model/task-record.ts';
import { showSafely } from '../model/text.ts';
import { countTasks, countUnfinished } from './counts.ts';
import { limitLines, renderTime } from './figures.ts';
import { renderHeartbeat, renderRunningTask } from './heartbeat.ts';
import { renderSummary, renderTasks } from './render-summary.ts';
import { makeSummary, type Summary, type SummaryView } from './summary.ts';

/** `interrupted`: nobody works on it, and a resume would. */
export type BatchState = 'running' | 'interrupted' | 'ended';

export type Status = Summary & { readonly state: BatchState };

/** What the caller knows: whether somebody holds the lock for this batch, the time, and where logs are. */
export type StatusView = Omit<SummaryView, 'exitCode'>;

const mostRunning = 20;

export function stateOf(record: BatchRecord, isRunning: boolean): BatchState {
  if (isRunning) return 'running';
  const isLeft = [...record.tasks.values()].some(({ fate }) => fate.kind === 'failed' && !isFinal(fate));
  const isOver = record.exitCode !== null && countUnfinished(countTasks(record)) === 0 && !isLeft;
  return isOver ? 'ended' : 'interrupted';
}

/** The summary's shape, and the state. */
export function makeStatus(record: BatchRecord, view: StatusView): Status {
  const exitCode = view.isRunning ? null : record.exitCode;
  return { ...makeSummary(record, { ...view, exitCode }), state: stateOf(record, view.isRunning) };
}

/** What runs and what happened, for a person. */
export function renderStatus(record: BatchRecord, view: StatusView): string[] {
  const status = makeStatus(record, view);
  const head = renderHead(record, status.state);
  if (!view.isRunning) return [showSafely(head), ...renderSummary(status, record)];
  const running = [...record.tasks.values()].filter(({ fate }) => fate.kind === 'running');
  const rows = limitLines(
    running.map((task) => renderRunningTask(task, view.now)),
    mostRunning,
  );
  const lines = [
    head,
    ...rows.map((row) => `  ${row}`),
    ...renderTasks(status.tasks),
    renderHeartbeat(record, view.now),
  ];
  return lines.map(showSafely);
}

function renderHead({ name, started, startedAt, parallel, resumes }: BatchRecord, state: BatchState): string {
  return [
    `batch ${name}`,
    started?.workflow ?? 'nothing recorded',
    state,
    `${parallel} at a time`,
    ...(startedAt === null ? [] : [`since ${renderTime(startedAt)}`]),
    ...(resumes === 0 ? [] : [`resumed ${resumes === 1 ? 'once' : `${resumes} times`}`]),
  ].join(' · ');
}

export interface ListedBatch {
  readonly record: BatchRecord;
  readonly isRunning: boolean;
}

/** One line a batch. */
export function renderBatchList(batches: readonly ListedBatch[]): string[] {
  if (batches.length === 0) return ['no batches yet'];
  return batches.map(({ record, isRunning }) => {
    const { done, failed } = countTasks(record);
    const counts = `${done} of ${record.tasks.size} done${failed === 0 ? '' : ` · ${failed} failed`}`;
    return showSafely(`${renderHead(record, stateOf(record, isRunning))} · ${counts}`);
  });
}
