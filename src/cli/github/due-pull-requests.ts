import type { BatchRecord } from '../../model/batch-record.ts';
import type { BatchStarted, PublishedFile } from '../../model/event.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { TaskRecord } from '../../model/task-record.ts';

/** A task that was implemented, and whose branch is to be handed over. */
export interface DuePullRequest {
  readonly task: WorkflowTask;
  readonly record: TaskRecord;
  /** `evidence.json`, as it was written. */
  readonly evidence: PublishedFile;
}

/** What each task should hand over, by its last end. Oldest batch first; only of batches that were to. */
export function listDuePulls(records: readonly BatchRecord[]): DuePullRequest[] {
  const last = new Map<string, DuePullRequest | null>();
  for (const record of records) {
    for (const [id, { fate }] of record.tasks) if (fate.kind === 'done') last.set(id, makeDuePull(record, id));
  }
  return [...last.values()].filter((due) => due !== null);
}

/** Null if there is nothing to hand over. A task that was done by another batch is that one's to tell. */
export function makeDuePull({ started, tasks }: BatchRecord, id: string): DuePullRequest | null {
  const [record, task] = [tasks.get(id), started?.tasks.find((one) => one.id === id)];
  if (started === null || record?.fate.kind !== 'done' || task === undefined || !isWanted(started)) return null;
  const evidence = findEvidence(id, record.fate.files);
  return evidence === undefined ? null : { task, record, evidence };
}

function isWanted({ settings }: BatchStarted): boolean {
  return settings['pullRequests'] === 'yes';
}

/** How what was handed over is remembered. */
export function keyOf({ task, evidence }: DuePullRequest): string {
  return nameKey(task.id, evidence);
}

/** The same for a task of any batch; null if it has no evidence. */
export function keyOfRecord({ id, fate }: TaskRecord): string | null {
  const evidence = fate.kind === 'done' ? findEvidence(id, fate.files) : undefined;
  return evidence === undefined ? null : nameKey(id, evidence);
}

function nameKey(id: string, { sha256 }: PublishedFile): string {
  return `pull ${id} ${sha256}`;
}

function findEvidence(id: string, files: readonly PublishedFile[]): PublishedFile | undefined {
  return files.find(({ path }) => path === `docs/lineage/${id}-impl/evidence.json`);
}
