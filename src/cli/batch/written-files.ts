import { join } from 'node:path';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { PublishedFile } from '../../model/event.ts';
import { hashFile } from '../../worktrees/small-file.ts';
import { readEarlierBatches } from './earlier-batches.ts';

/** Since the task was last done: a batch that goes on with finished steps writes none of their files again. */
export function listEarlierFiles(baseDir: string, { name, tasks }: BatchRecord, id: string): PublishedFile[] {
  if (tasks.get(id)?.fate.kind !== 'parked') return [];
  const { folds } = readEarlierBatches(baseDir);
  const earlier = folds.flatMap(({ record }) => (record.name < name ? (record.tasks.get(id) ?? []) : []));
  const begunAt = earlier.findLastIndex(({ fate }) => fate.kind === 'done') + 1;
  return earlier.slice(begunAt).flatMap(({ files }) => files);
}

/** The file of the draft that a task of designs waits with, if it is there and not as it was written; else null. */
export function findEditedDraft(repoDir: string, baseDir: string, record: BatchRecord, id: string): string | null {
  if (record.started?.tasks.find((task) => task.id === id)?.workflow !== 'requirements') return null;
  const files = [...listEarlierFiles(baseDir, record, id), ...(record.tasks.get(id)?.files ?? [])];
  const draft = files.findLast(({ path }) => path.endsWith('-draft.md'));
  const found = draft === undefined ? null : hashFile(join(repoDir, draft.path));
  return draft === undefined || found === null || found === draft.sha256 ? null : draft.path;
}
