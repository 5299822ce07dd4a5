import { join } from 'node:path';
import { BatchFold } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import { KnownTasks, Stretch } from '../../model/known-tasks.ts';
import type { Workflow } from '../../model/task.ts';
import { journalName, listBatches, readJournal } from '../../store/journal-reader.ts';

/** What the journals of a repository say together. */
export interface EarlierBatches {
  readonly workflow: Workflow;
  /** Of this workflow. */
  readonly known: KnownTasks;
  /** Oldest first. */
  readonly folds: readonly BatchFold[];
  /** Journals that cannot be read say nothing; a person should know. */
  readonly warnings: readonly string[];
}

/** Reads every journal. Checkpoints are known for one workflow. */
export function readEarlierBatches(baseDir: string, workflow: Workflow): EarlierBatches {
  const known = new KnownTasks();
  const folds: BatchFold[] = [];
  const stretches: Stretch[] = [];
  const warnings: string[] = [];
  for (const name of listBatches(baseDir)) {
    try {
      folds.push(readInto(baseDir, name, workflow, stretches));
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
      warnings.push(error.message);
    }
  }
  known.addAll(stretches);
  return { workflow, known, folds, warnings };
}

function readInto(baseDir: string, name: string, workflow: Workflow, stretches: Stretch[]): BatchFold {
  const fold = new BatchFold(name);
  let stretch: Stretch | null = null;
  for (const entry of readJournal(journalPath(baseDir, name))) {
    fold.add(entry);
    const isOwn = fold.record.started?.workflow === workflow;
    if (isOwn && (entry.kind === 'batch-started' || entry.kind === 'batch-resumed')) {
      stretch = new Stretch(entry.at);
      stretches.push(stretch);
    }
    stretch?.add(entry);
  }
  return fold;
}

export function journalPath(baseDir: string, name: string): string {
  return join(baseDir, 'batches', name, journalName);
}
