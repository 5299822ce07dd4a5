import { join } from 'node:path';
import { BatchFold } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import { KnownTasks } from '../../model/known-tasks.ts';
import type { Workflow } from '../../model/task.ts';
import { journalName, listBatches, readJournal } from '../../store/journal-reader.ts';

/** What the journals of a repository say together. */
export interface EarlierBatches {
  readonly known: KnownTasks;
  /** Oldest first. */
  readonly folds: readonly BatchFold[];
  /** Journals that cannot be read say nothing; a person should know. */
  readonly warnings: readonly string[];
}

/** Reads every journal, oldest first. Checkpoints are known for one workflow. */
export function readEarlierBatches(baseDir: string, workflow: Workflow): EarlierBatches {
  const known = new KnownTasks();
  const folds: BatchFold[] = [];
  const warnings: string[] = [];
  for (const name of listBatches(baseDir)) {
    try {
      folds.push(readInto(baseDir, name, workflow, known));
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
      warnings.push(error.message);
    }
  }
  return { known, folds, warnings };
}

function readInto(baseDir: string, name: string, workflow: Workflow, known: KnownTasks): BatchFold {
  const fold = new BatchFold(name);
  let isOwn = false;
  for (const entry of readJournal(journalPath(baseDir, name))) {
    fold.add(entry);
    if (entry.kind === 'batch-started') isOwn = entry.workflow === workflow;
    if (isOwn) known.add(entry);
  }
  return fold;
}

export function journalPath(baseDir: string, name: string): string {
  return join(baseDir, 'batches', name, journalName);
}
