import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchRecord } from '../../model/batch-record.ts';
import { showPath } from '../../model/paths.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { renderJson } from '../../model/text.ts';
import { makeStatus, renderStatus, type StatusView } from '../../report/status.ts';
import { logsFolder } from '../../store/batch-folder.ts';
import { loadPullRequests } from '../../store/github-comments.ts';
import { type Door, print } from '../door.ts';
import { keyOfRecord } from '../github/due-pull-requests.ts';
import { nameTask } from '../tools.ts';
import { isBatchRunning } from './find-batch.ts';
import { openAnswers } from './given-answer.ts';

/** Prints how a batch stands. */
export function printStatus(door: Door, repoDir: string, baseDir: string, record: BatchRecord, isJson: boolean): void {
  const view = viewBatch(repoDir, baseDir, record);
  if (isJson) print(door, renderJson(makeStatus(record, view)));
  else print(door, `${renderStatus(record, view).join('\n')}\n`);
}

export function viewBatch(repoDir: string, baseDir: string, record: BatchRecord): StatusView {
  return {
    isRunning: isBatchRunning(repoDir, baseDir, record.name),
    now: Date.now(),
    logPathOf(task) {
      const path = logPath(baseDir, record.name, task);
      return existsSync(path) ? showPath(repoDir, path) : null;
    },
    pullRequestOf: openPullRequests(baseDir),
    answerOf: openAnswers(baseDir),
  };
}

/** Read when somebody asks, and once: most batches have none. */
export function openPullRequests(baseDir: string): StatusView['pullRequestOf'] {
  let known: ReturnType<typeof loadPullRequests> | null = null;
  return (task) => {
    const key = keyOfRecord(task);
    if (key === null) return null;
    known ??= loadPullRequests(baseDir);
    return known.get(key) ?? null;
  };
}

export function logPath(baseDir: string, batch: string, task: WorkflowTask): string {
  return join(logsFolder(baseDir, batch), `${nameTask(task)}.log`);
}
