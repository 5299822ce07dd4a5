import type { BatchRecord } from '../../model/batch-record.ts';
import type { BatchStarted } from '../../model/event.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { TaskRecord } from '../../model/task-record.ts';

/** A task that ended in a way that its issue should tell. */
export interface DueComment {
  readonly number: number;
  readonly batch: string;
  readonly startedAt: number;
  readonly settings: BatchStarted['settings'];
  readonly task: WorkflowTask;
  readonly record: TaskRecord;
  /** Of the design; null if the task was rejected. */
  readonly documentSha256: string | null;
}

/** How its comment is known again: by the design itself, or by the batch that did not get to one. */
export function markerOf({ number, documentSha256, batch }: DueComment): string {
  return `<!-- agentos lld ${number} ${documentSha256?.slice(0, 16) ?? batch} -->`;
}

/** What each issue should tell, by the last end of its task. Oldest batch first; only of batches that were to comment. */
export function listDue(records: readonly BatchRecord[], source: string): DueComment[] {
  const last = new Map<string, DueComment | null>();
  for (const record of records) {
    for (const id of record.tasks.keys()) {
      const { kind } = record.tasks.get(id)?.fate ?? { kind: 'pending' };
      const due = makeDue(record, id, source);
      if (due !== null || kind === 'done' || kind === 'rejected') last.set(id, due);
    }
  }
  return [...last.values()].filter((due) => due !== null);
}

/** Null if there is nothing to tell. A task that was done by another batch is that one's to tell. */
export function makeDue(
  { name, started, startedAt, tasks }: BatchRecord,
  id: string,
  source: string,
): DueComment | null {
  const [found, planned] = [tasks.get(id), started?.tasks.find((one) => one.id === id)];
  if (started === null || found === undefined || planned === undefined || !isWanted(started, source)) return null;
  const { record, task } = designOf(found, planned);
  const { fate } = record;
  const document = fate.kind === 'done' ? fate.files.find(({ path }) => path === task.outputPath) : undefined;
  if (!/^[1-9]\d{0,14}$/.test(id) || (document === undefined && fate.kind !== 'rejected')) return null;
  const documentSha256 = document?.sha256 ?? null;
  const { settings } = started;
  return { number: Number(id), batch: name, startedAt: startedAt ?? 0, settings, task, record, documentSha256 };
}

/** In a batch of both workflows a task that has gone on to code is designed, whatever becomes of the code. */
function designOf(record: TaskRecord, task: WorkflowTask): { record: TaskRecord; task: WorkflowTask } {
  if (task.workflow !== 'implement') return { record, task };
  const files = record.files.filter(({ path }) => path === task.inputPath);
  const fate = files.length === 0 ? ({ kind: 'pending' } as const) : ({ kind: 'done', files } as const);
  return { record: { ...record, fate }, task: { ...task, workflow: 'requirements', outputPath: task.inputPath } };
}

/** GitHub tells names apart without regard to case. */
function isWanted({ settings, workflow }: BatchStarted, source: string): boolean {
  const isSame = String(settings['source'] ?? '').toLowerCase() === source.toLowerCase();
  return workflow !== 'implement' && settings['comment'] === 'yes' && isSame;
}
