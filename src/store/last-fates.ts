import { AgentOsError } from '../model/errors.ts';
import type { JournalEntry } from '../model/event.ts';
import type { Workflow } from '../model/task.ts';
import { journalPath } from './batch-folder.ts';
import { listBatches, readJournal } from './journal-reader.ts';

export type LastFate = 'done' | 'failed';

/** How each task of a workflow ended when it last ran. A journal that cannot be read says nothing. */
export function readLastFates(baseDir: string, workflow: Workflow): ReadonlyMap<string, LastFate> {
  const fates = new Map<string, LastFate>();
  for (const batch of listBatches(baseDir)) {
    for (const [task, fate] of readFates(journalPath(baseDir, batch), workflow)) fates.set(task, fate);
  }
  return fates;
}

function fateOf({ kind }: JournalEntry): LastFate | null {
  if (kind === 'task-done' || kind === 'workflow-done') return 'done';
  return kind === 'task-failed' || kind === 'task-rejected' ? 'failed' : null;
}

function readFates(path: string, workflow: Workflow): ReadonlyMap<string, LastFate> {
  try {
    return foldFates(readJournal(path), workflow);
  } catch (error) {
    if (error instanceof AgentOsError) return new Map();
    throw error;
  }
}

function foldFates(entries: Iterable<JournalEntry>, workflow: Workflow): ReadonlyMap<string, LastFate> {
  const fates = new Map<string, LastFate>();
  let current: Map<string, Workflow> | null = null;
  for (const entry of entries) {
    if (entry.sequence === 1) {
      if (entry.kind !== 'batch-started' || ![workflow, 'run'].includes(entry.workflow)) break;
      // Only there tasks go from one workflow to the next.
      current = entry.workflow === 'run' ? new Map(entry.tasks.map((task) => [task.id, task.workflow])) : null;
    }
    const fate = fateOf(entry);
    if (fate === null || !('task' in entry)) continue;
    if ((current?.get(entry.task) ?? workflow) === workflow) fates.set(entry.task, fate);
    if (entry.kind === 'workflow-done') current?.set(entry.task, entry.next.workflow);
  }
  return fates;
}
