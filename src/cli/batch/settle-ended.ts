import type { Options } from '../../config/options.ts';
import type { BatchFold } from '../../model/batch-record.ts';
import type { TaskEvent } from '../../model/event.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { isFinal } from '../../model/task-record.ts';
import { loadHistory } from '../../store/records.ts';
import type { Conducted } from './conduct-batch.ts';
import { settleTasks, type TaskDone } from './tidy-up.ts';

/** Tasks that ended while nobody looked, and what these go on with in a batch of both workflows. */
export async function settleEnded(
  planned: readonly WorkflowTask[],
  fold: BatchFold,
  options: Options,
  follow: Conducted['follow'],
): Promise<TaskEvent[]> {
  const finished = await settleTasks(options.repoDir, fold.record);
  const isNew = ({ task }: TaskDone) => !finished.some((event) => event.task === task);
  const ended = [...finished, ...findDoneElsewhere(planned, fold, options).filter(isNew)];
  const events: TaskEvent[] = [];
  for (const event of ended) {
    const task = planned.find(({ id }) => id === event.task);
    const next = task === undefined ? null : await follow?.(task);
    events.push(next == null ? event : { ...event, kind: 'workflow-done', next });
  }
  return events;
}

/** Another batch may have been quicker: what is approved for the same issue, or built from the same design, is done. */
function findDoneElsewhere(tasks: readonly WorkflowTask[], fold: BatchFold, options: Options): TaskDone[] {
  const history = {
    requirements: loadHistory({ ...options.settings, ...options }, 'requirements'),
    implement: loadHistory({ ...options.settings, ...options }, 'implement'),
  };
  const isDone = ({ id, workflow, inputSha256, reason }: WorkflowTask) => {
    const known = history[workflow].get(id);
    if (known === undefined || reason === 'requested') return false;
    if (workflow === 'implement') return known.implementedSha256s.includes(inputSha256);
    const { approval, documentSha256 } = known;
    if (approval === null || approval === 'unreadable') return false;
    return approval.issueSha256 === inputSha256 && approval.documentSha256 === documentSha256;
  };
  return tasks
    .filter((task) => !isOver(fold, task) && isDone(task))
    .map(({ id }) => ({ kind: 'task-done', task: id, files: [], runningMs: 0 }));
}

/** What is left to run, when these events have been told. By id, never by position. */
export function chooseLeft(
  tasks: readonly WorkflowTask[],
  fold: BatchFold,
  settled: readonly TaskEvent[],
): WorkflowTask[] {
  const words = new Map(settled.map((event) => [event.task, event]));
  return tasks.flatMap((task) => {
    const word = words.get(task.id);
    if (word?.kind === 'workflow-done') return [word.next];
    return word !== undefined || isOver(fold, task) ? [] : [task];
  });
}

function isOver({ record }: BatchFold, { id }: WorkflowTask): boolean {
  const known = record.tasks.get(id);
  return known !== undefined && isFinal(known.fate);
}
