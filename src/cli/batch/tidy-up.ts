import type { Options } from '../../config/options.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { TaskEvent } from '../../model/event.ts';
import { isFinal, type TaskRecord } from '../../model/task-record.ts';
import { endOrphans } from '../../processes/batch-mark.ts';
import { removeAgentHomes } from '../../store/agent-home.ts';
import { batchFolder } from '../../store/batch-folder.ts';
import { dropCheckpoint, listCheckpoints } from '../../store/checkpoint-file.ts';
import { removeTemporaries } from '../../store/leftovers.ts';
import { publishResult } from '../../store/results.ts';
import type { EarlierBatches } from './earlier-batches.ts';

/** Ends what batches that were killed left running, and finishes or removes what they left lying about. */
export async function tidyUp(
  options: Options,
  earlier: EarlierBatches,
  mark: Readonly<Record<string, string>>,
): Promise<void> {
  const killed = earlier.folds.map(({ record }) => record).filter(({ exitCode }) => exitCode === null);
  if (killed.length > 0) endOrphans(mark);
  for (const record of killed) await settleTasks(options.repoDir, record);
  removeHomes(options, earlier);
  dropLeftCheckpoints(options.settings.baseDir, earlier);
}

/** Of batches that have ended, and of those of this repository that were killed; others may share its state, and run. */
function removeHomes({ repoDir, settings }: Options, { folds }: EarlierBatches): void {
  const isOver = ({ exitCode, started }: BatchRecord) => exitCode !== null || started?.repoDir === repoDir;
  for (const { record } of folds) {
    if (isOver(record)) removeAgentHomes(batchFolder(settings.baseDir, record.name));
  }
}

export function dropLeftCheckpoints(baseDir: string, earlier: EarlierBatches): void {
  for (const name of listLeftCheckpoints(baseDir, earlier)) dropCheckpoint(baseDir, name);
}

/** A checkpoint of a task that is done belongs to nobody. */
export function listLeftCheckpoints(baseDir: string, { known }: EarlierBatches): string[] {
  return listCheckpoints(baseDir).filter((name) => {
    const [, workflow, id = ''] = /^(requirements|implement)-(.+)$/.exec(name) ?? [];
    return (workflow === 'requirements' || workflow === 'implement') && known[workflow].get(id).isDone;
  });
}

export type TaskDone = Extract<TaskEvent, { kind: 'task-done' }>;

/** Tasks that had ended well, but for the last word: now their results are in place. */
export async function settleTasks(repoDir: string, { tasks }: BatchRecord): Promise<TaskDone[]> {
  const done: TaskDone[] = [];
  for (const task of tasks.values()) {
    if (await finishPublishing(repoDir, task)) {
      const { files = [], code } = task.publishing ?? {};
      done.push({ kind: 'task-done', task: task.id, files, runningMs: 0, ...(code === undefined ? {} : { code }) });
    }
    removeTemporaries(repoDir, task.unfinished);
  }
  return done;
}

/** True if these were its results, and they are in place. What cannot be finished is left to the task itself. */
async function finishPublishing(repoDir: string, { publishing, fate }: TaskRecord): Promise<boolean> {
  if (publishing === null || isFinal(fate)) return false;
  try {
    await publishResult(repoDir, ...publishing.files);
    return publishing.isResult;
  } catch (error) {
    if (error instanceof AgentOsError && error.code !== 'STORAGE_FAILED') return false;
    throw error;
  }
}
