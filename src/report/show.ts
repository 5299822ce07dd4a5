import type { BatchRecord } from '../model/batch-record.ts';
import type { JournalEntry, PublishedFile } from '../model/event.ts';
import type { PersonsAnswer } from '../model/persons-answer.ts';
import type { WorkflowTask } from '../model/task.ts';
import { isFinal, makeTaskRecord, type TaskRecord } from '../model/task-record.ts';
import { showSafely } from '../model/text.ts';
import { renderRejected, renderResume, renderRetry } from './command-line.ts';
import { describeTaskEvent } from './event-lines.ts';
import { renderCount, renderDuration, renderSpent, renderTime, shorten } from './figures.ts';
import { findQuestion, renderQuestion } from './question.ts';
import { listReceipt, makeReceipt, type Receipt } from './receipt.ts';
import { renderReceipt } from './render-receipt.ts';
import { type StatusView, stateOf } from './status.ts';
import { summariseTask, type TaskSummary } from './summary.ts';

/** One task of a batch, and what is known of it. */
export interface Shown {
  readonly record: BatchRecord;
  readonly planned: WorkflowTask;
  /** Its own, in their order. */
  readonly entries: readonly JournalEntry[];
  /** What earlier batches wrote for it, if a question is about that. */
  readonly earlierFiles: readonly PublishedFile[];
  /** The end of its log; empty if there is none. */
  readonly logTail: string;
}

/** The document of `agentos show --json`. */
export function makeShow(shown: Shown, view: StatusView) {
  const { record, planned, entries } = shown;
  const { title, inputPath } = planned;
  const { waitedMs, files, lastStep, rounds } = taskOf(shown);
  const summary = summariseTask(record, planned, { ...view, exitCode: record.exitCode });
  const waitedSeconds = waitedMs / 1000;
  return {
    schemaVersion: 1,
    batch: record.name,
    state: stateOf(record, view.isRunning),
    task: { ...summary, title, inputPath, waitedSeconds, files, lastStep, rounds },
    question: findQuestion(shown),
    receipt: listReceipt(receiptOf(shown, view.isRunning)),
    events: entries,
  };
}

/** One task for a person: how it stands, what happened and what it cost, what it left and asks, and what to run next. */
export function renderShow(shown: Shown, view: StatusView): string[] {
  const { record, planned, entries, logTail } = shown;
  const summary = summariseTask(record, planned, { ...view, exitCode: record.exitCode });
  return [
    `${planned.id}  ${planned.title}`,
    `batch ${record.name} · ${planned.workflow} · ${renderFate(summary)}`,
    renderFigures(summary, taskOf(shown)),
    ...renderCode(summary),
    ...renderBlock('What happened', entries.flatMap(renderEntry)),
    ...renderBlock('Receipt', renderReceipt(receiptOf(shown, view.isRunning))),
    ...renderBlock(
      'Files',
      taskOf(shown).files.map(({ path }) => path),
    ),
    ...renderLog(summary, logTail),
    ...renderNext(shown, view.isRunning, summary.answer),
  ].map(showSafely);
}

function taskOf({ record, planned }: Shown): TaskRecord {
  return record.tasks.get(planned.id) ?? makeTaskRecord(planned.id);
}

function receiptOf(shown: Shown, isRunning: boolean): Receipt {
  return makeReceipt(shown.entries, new Set(isRunning ? Object.keys(taskOf(shown).begunUsd) : []));
}

function renderFate({ fate, failure }: TaskSummary): string {
  if (failure === null) return fate;
  const code = failure.code === fate ? fate : `${fate} (${failure.code})`;
  return `${code}: ${fate === 'parked' ? shorten(failure.message) : failure.message}`;
}

function renderCode({ branch, commit, pullRequest }: TaskSummary): string[] {
  if (branch === null || commit === null) return [];
  const pull = pullRequest === null ? [] : [`pull request #${pullRequest.number}  ${pullRequest.url}`];
  return [`commit ${commit} on branch ${branch}; nothing was merged`, ...pull];
}

function renderFigures({ attempts, seconds, usd }: TaskSummary, { waitedMs, measuredUsd }: TaskRecord): string {
  return [
    renderCount(attempts, 'attempt'),
    ...(seconds === null ? [] : [`${renderDuration(seconds * 1000)} of work`]),
    ...(waitedMs === 0 ? [] : [`waited ${renderDuration(waitedMs)}`]),
    renderSpent(usd, measuredUsd),
  ].join(' · ');
}

function renderEntry(entry: JournalEntry): string[] {
  if (!('task' in entry)) return [];
  return describeTaskEvent(entry, true).map((line) => `${renderTime(entry.at)}  ${line}`);
}

function renderLog({ logPath }: TaskSummary, logTail: string): string[] {
  if (logPath === null) return [];
  const lines = logTail === '' ? [] : logTail.replace(/\n$/, '').split('\n');
  return renderBlock(
    `Log ${logPath}`,
    lines.map((line) => `| ${line}`),
    true,
  );
}

function renderBlock(title: string, lines: readonly string[], isAlways = false): string[] {
  if (lines.length === 0) return isAlways ? [title] : [];
  return [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** A batch that runs goes on by itself; only a question needs an answer. */
function renderNext(shown: Shown, isRunning: boolean, answer: PersonsAnswer | null): string[] {
  const { record, planned } = shown;
  const { fate, rounds } = taskOf(shown);
  const resume = `Next: run \`${renderResume(record)}\` to go on.`;
  if (fate.kind === 'parked' && fate.for === 'person')
    return [...renderAsked(shown, answer), ...(isRunning ? [] : [resume])];
  if (isRunning || fate.kind === 'done') return [];
  if (fate.kind === 'failed' && isFinal(fate)) return [`Next: run \`${renderRetry(record, [planned.id])}\` to retry.`];
  if (fate.kind === 'rejected') return [`Next: run ${renderRejected(record, [planned.id], rounds !== 0)}.`];
  return [resume];
}

function renderAsked(shown: Shown, answer: PersonsAnswer | null): string[] {
  const question = findQuestion(shown);
  return question === null ? [] : renderQuestion(question, shown.planned.workflow, answer);
}
