import { BatchFold } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import { KnownTasks, Stretch } from '../../model/known-tasks.ts';
import type { Workflow } from '../../model/task.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readJournal } from '../../store/journal-reader.ts';

/** What is known of tasks, by the workflow that they are in. */
export type KnownByWorkflow = Readonly<Record<Workflow, KnownTasks>>;

/** What journals say of all batches so far. */
export interface EarlierBatches {
  readonly known: KnownByWorkflow;
  /** Oldest first. */
  readonly folds: readonly BatchFold[];
  /** The number of the last start or resume; 0 if none was counted. */
  readonly lastStretch: number;
  /** Journals that cannot be read say nothing; a person should know. */
  readonly warnings: readonly string[];
}

type Stretches = Readonly<Record<Workflow, Stretch>>;

/** Reads every journal. */
export function readEarlierBatches(baseDir: string): EarlierBatches {
  const folds: BatchFold[] = [];
  const stretches: Stretches[] = [];
  const warnings: string[] = [];
  for (const name of listBatches(baseDir)) {
    try {
      folds.push(readInto(baseDir, name, stretches));
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
      warnings.push(error.message);
    }
  }
  const known = { requirements: new KnownTasks(), implement: new KnownTasks() };
  known.requirements.addAll(stretches.map(({ requirements }) => requirements));
  known.implement.addAll(stretches.map(({ implement }) => implement));
  const lastStretch = stretches.reduce((last, { requirements }) => Math.max(last, requirements.number), 0);
  return { known, folds, lastStretch, warnings };
}

function readInto(baseDir: string, name: string, stretches: Stretches[]): BatchFold {
  const fold = new BatchFold(name);
  let stretch: Stretches | null = null;
  for (const entry of readJournal(journalPath(baseDir, name))) {
    // The last word about a workflow belongs to it, and not to the next one.
    const workflow = 'task' in entry ? fold.workflowOf(entry.task) : null;
    fold.add(entry);
    if (entry.kind === 'batch-started' || entry.kind === 'batch-resumed') {
      const { at, stretch: number = 0 } = entry;
      stretch = { requirements: new Stretch(at, number), implement: new Stretch(at, number) };
      stretches.push(stretch);
    }
    if (workflow !== null) stretch?.[workflow].add(entry);
  }
  return fold;
}
