import type { BatchRecord } from '../model/batch-record.ts';
import type { SpentTokens } from '../model/spent-tokens.ts';
import { showSafely } from '../model/text.ts';
import {
  limitLines,
  renderCount,
  renderDuration,
  renderNumber,
  renderSpent,
  renderUsd,
  shorten,
  shortenCommit,
} from './figures.ts';
import { renderNext } from './next-commands.ts';
import { isOffline } from './roles.ts';
import { type Summary, sumTokens, type TaskSummary } from './summary.ts';
import { isAnswered, isAsking, isCancelled, isFailed, isRejected, isWaiting } from './task-groups.ts';

const mostTasks = 50;

/** Failed first; then what else is not done, the totals, and the commands that go on, ready to paste. */
export function renderSummary(summary: Summary, record: BatchRecord | null): string[] {
  const { tasks, rejectedInputs, counts } = summary;
  if (record === null && rejectedInputs.length === 0) return [`nothing to do · ${counts.skipped} skipped`];
  const more =
    record === null ? [] : [renderTotals(summary, record), ...renderPlace(tasks), ...renderNext(summary, record)];
  return [...renderTasks(tasks), ...renderInputs(summary), renderCounts(summary), ...more].map(showSafely);
}

/** Every task that ended or waits, and is not done. */
export function renderTasks(tasks: readonly TaskSummary[]): string[] {
  return [
    ...renderGroup('Failed', tasks.filter(isFailed)),
    ...renderGroup('Rejected', tasks.filter(isRejected)),
    ...renderGroup('Waiting for a person', tasks.filter(isAsking)),
    ...renderGroup('Answered by a person', tasks.filter(isAnswered)),
    ...renderGroup('Waiting', tasks.filter(isWaiting)),
    ...renderGroup('Cancelled', tasks.filter(isCancelled)),
  ];
}

function renderGroup(title: string, tasks: readonly TaskSummary[]): string[] {
  return renderBlock(title, tasks.map(renderTask));
}

function renderInputs({ rejectedInputs }: Summary): string[] {
  return renderBlock(
    'Rejected inputs',
    rejectedInputs.map(({ path, code, message }) => `${path}  ${code}: ${shorten(message)}`),
  );
}

function renderBlock(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...limitLines(lines, mostTasks).map((line) => `  ${line}`)];
}

/** `137  crash: the worker was killed · 2 attempts · $0.12 · log .agentos/…`. */
function renderTask({ id, fate, failure, attempts, usd, logPath }: TaskSummary): string {
  const told = failure === null ? 'not finished' : shorten(failure.message);
  const why = fate === 'failed' && failure !== null ? `${failure.code}: ${told}` : told;
  const cost = usd === 0 ? [] : [renderUsd(usd)];
  const log = logPath === null ? [] : [`log ${logPath}`];
  return [`${id}  ${why}`, renderCount(attempts, 'attempt'), ...cost, ...log].join(' · ');
}

function renderCounts({ counts, rejectedInputs }: Summary): string {
  const some = (['rejected', 'parked', 'cancelled'] as const).filter((fate) => counts[fate] > 0);
  return [
    `${counts.done} done`,
    `${counts.failed} failed`,
    ...some.map((fate) => `${counts[fate]} ${fate}`),
    `${counts.skipped} skipped`,
    renderCount(rejectedInputs.length, 'rejected input'),
  ].join(' · ');
}

function renderTotals({ seconds, tasks, usd }: Summary, record: BatchRecord): string {
  const { started, tasks: recorded } = record;
  const workSeconds = tasks.reduce((sum, task) => sum + (task.seconds ?? 0), 0);
  const measuredUsd = recorded.values().reduce((sum, task) => sum + task.measuredUsd, 0);
  const isFree = usd === 0 && started !== null && isOffline(started);
  return [
    `${renderDuration(seconds * 1000)} in all`,
    `${renderDuration(workSeconds * 1000)} of work`,
    isFree ? 'no model took part' : renderSpent(usd, measuredUsd),
    ...renderTokens(sumTokens(record, false)),
  ].join(' · ');
}

/** `1,234 tokens in (200 cached), 500 out`; nothing where nobody was asked. */
function renderTokens({ input, cached, output, isWhole }: SpentTokens): string[] {
  if (input + output === 0) return isWhole ? [] : ['tokens unmeasured'];
  const known = cached === 0 ? '' : ` (${renderNumber(cached)} cached)`;
  return [`${isWhole ? '' : 'at least '}${renderNumber(input)} tokens in${known}, ${renderNumber(output)} out`];
}

function renderPlace(tasks: readonly TaskSummary[]): string[] {
  const paths = tasks.flatMap(({ outputPath }) => outputPath ?? []);
  const branches = tasks.flatMap(renderCode);
  const code = branches.length === 0 ? [] : [`Code on ${limitLines(branches, 10).join(', ')}; nothing was merged`];
  const folders = [...new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.'))];
  if (paths.length === 1) return [...code, `Result: ${paths.join()}`];
  return folders.length === 0 ? code : [...code, `Results in ${limitLines(folders, 3).join(', ')}`];
}

/** `agentos/137 (4f2a91c03b7e, #12)`: each branch with its commit, and the pull request if there is one. */
function renderCode({ id, workflow, fate, branch, commit, pullRequest }: TaskSummary): string[] {
  if (workflow !== 'implement' || fate !== 'done') return [];
  // A journal of an earlier version, or another batch that was quicker, names no commit.
  if (branch === null || commit === null) return [`agentos/${id}`];
  const pull = pullRequest === null ? '' : `, #${pullRequest.number}`;
  return [`${branch} (${shortenCommit(commit)}${pull})`];
}
