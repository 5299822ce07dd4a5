import { join } from 'node:path';

export const batchesFolder = 'batches';

/** Where a batch has its journal, the logs of its tasks, and what persons answered. */
export function batchFolder(baseDir: string, batch: string): string {
  return join(baseDir, batchesFolder, batch);
}

export function journalPath(baseDir: string, batch: string): string {
  return join(batchFolder(baseDir, batch), 'journal.ndjson');
}

/** One log for each of its tasks. */
export function logsFolder(baseDir: string, batch: string): string {
  return join(batchFolder(baseDir, batch), 'logs');
}
