import type { BatchRecord } from '../model/batch-record.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { showSafely } from '../model/text.ts';
import { countTasks } from './counts.ts';
import { estimateLeft } from './eta.ts';
import { renderDuration, renderDurationRange } from './figures.ts';

const mostRunning = 4;

/** The sign of life where there is no terminal: one line, without a prefix. */
export function renderHeartbeat(record: BatchRecord, now: number): string {
  const { done, failed, rejected, running, waiting, asking, pending } = countTasks(record);
  const range = estimateLeft(record, now);
  const parts: [number, string][] = [
    [failed, `${failed} failed`],
    [rejected, `${rejected} rejected`],
    [running, `${running} running (${renderRunning(record, now)})`],
    [waiting, `${waiting} waiting`],
    [asking, `${asking} waiting for a person`],
    [pending, `${pending} queued`],
  ];
  const line = [
    `${done} of ${record.tasks.size} done`,
    ...parts.filter(([count]) => count > 0).map(([, part]) => part),
    ...(record.stopping === null ? [] : ['stopping']),
    ...(range === null ? [] : [`eta ${renderDurationRange(range)}`]),
  ].join(' · ');
  return showSafely(line);
}

/** The oldest first: they are the ones to wonder about. */
function renderRunning({ tasks }: BatchRecord, now: number): string {
  const running = [...tasks.values()].filter(({ fate }) => fate.kind === 'running');
  const oldest = running.sort((one, other) => sinceOf(one) - sinceOf(other)).slice(0, mostRunning);
  const shown = oldest.map((task) => renderRunningTask(task, now));
  return [...shown, ...(running.length > mostRunning ? ['…'] : [])].join('; ');
}

/** `137: 2 min, past review`: which step it is in now the journal does not say, only which one it has finished. */
export function renderRunningTask(task: TaskRecord, now: number): string {
  const step = task.lastStep === null ? '' : `, past ${task.lastStep}`;
  return `${task.id}: ${renderDuration(now - sinceOf(task))}${step}`;
}

function sinceOf({ fate }: TaskRecord): number {
  return fate.kind === 'running' ? fate.sinceAt : 0;
}
