import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { flushToDisk, removeIfThere } from './atomic-writer.ts';
import { batchesFolder, batchFolder, journalPath } from './batch-folder.ts';
import { checkpointPath, listCheckpoints } from './checkpoint-file.ts';
import { sizeOfJournal } from './journal-reader.ts';
import { removeTree } from './remove-tree.ts';
import { explainWriting } from './trouble.ts';

/** Every checkpoint that is there, and when it last changed. */
export function listCheckpointAges(baseDir: string): { name: string; changedAt: number }[] {
  return listCheckpoints(baseDir).map((name) => {
    const path = checkpointPath(baseDir, name);
    const times = ['', '-wal'].map((suffix) => lstatSync(`${path}${suffix}`, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return { name, changedAt: Math.max(...times) };
  });
}

/** Folders of batches that were killed before their first word, and were not touched since. */
export function listUnbornBatches(baseDir: string, olderThanAt: number): string[] {
  return listFolders(join(baseDir, batchesFolder)).filter(
    (name) => sizeOfJournal(baseDir, name) === 0 && lstatSync(batchFolder(baseDir, name)).mtimeMs < olderThanAt,
  );
}

/**
 * Forgets a batch: its journal, logs and answers. The journal goes first: a folder without one never was a batch, so
 * that a removal which is cut off leaves nothing half. Contract: it does not run, and nothing needs it.
 */
export function removeBatch(baseDir: string, name: string): void {
  const folder = batchFolder(baseDir, name);
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw new AgentOsError('LEFTOVER_KEPT', `${folder} is no folder of ours`);
  explainWriting(folder, () => {
    removeIfThere(journalPath(baseDir, name));
    flushToDisk(folder);
    removeTree(folder);
  });
}

/** Real folders only, by name. */
function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
