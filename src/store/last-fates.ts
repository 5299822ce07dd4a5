import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { Workflow } from '../model/task.ts';
import { journalName, listBatches, readJournal } from './journal-reader.ts';

export type LastFate = 'done' | 'failed';

/** How each task of a workflow ended when it last ran. A journal that cannot be read says nothing. */
export function readLastFates(baseDir: string, workflow: Workflow): ReadonlyMap<string, LastFate> {
  const fates = new Map<string, LastFate>();
  for (const batch of listBatches(baseDir)) {
    for (const [task, fate] of readFates(join(baseDir, 'batches', batch, journalName), workflow)) fates.set(task, fate);
  }
  return fates;
}

function readFates(path: string, workflow: Workflow): ReadonlyMap<string, LastFate> {
  const fates = new Map<string, LastFate>();
  try {
    for (const entry of readJournal(path)) {
      if (entry.sequence === 1 && !(entry.kind === 'batch-started' && entry.workflow === workflow)) break;
      if (entry.kind === 'task-done') fates.set(entry.task, 'done');
      if (entry.kind === 'task-failed' || entry.kind === 'task-rejected') fates.set(entry.task, 'failed');
    }
    return fates;
  } catch (error) {
    if (error instanceof AgentOsError) return new Map();
    throw error;
  }
}
