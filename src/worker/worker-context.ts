import { hash } from 'node:crypto';
import { makeContext } from '../engines/workflow-context.ts';
import type { PublishedFile } from '../model/event.ts';
import { backoffMs } from '../parallel/retry.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { KeptFile } from '../store/command-output.ts';
import { prepareCopy, prepareResult } from '../store/results.ts';
import type { FileToPublish, WorkflowContext } from '../workflows/workflow.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { OpenRun } from './open-run.ts';
import type { RunPlace } from './task-order.ts';

/** What a workflow of ours sees, in this worker. */
export function openContext(place: RunPlace, { durable, redaction }: OpenRun, port: CoordinatorPort): WorkflowContext {
  return makeContext(durable, {
    taskId: place.taskId,
    signal: port.signal,
    maxRetries: place.maxRetries,
    now: Date.now,
    log: (message) => process.stdout.write(`${message}\n`),
    async publish(files) {
      await port.request({ kind: 'publish', files: await layOut(place.repoDir, files, redaction, port) });
    },
    receipt: async () => await port.request({ kind: 'receipt' }),
    backoffMs: (refusals) => backoffMs(refusals, Math.random),
    async permitCall() {
      if (place.isBudgeted) await port.request({ kind: 'call' });
    },
  });
}

/** Lays files beside their places, complete and flushed; their names are in the journal before they are on the disk. */
export async function layOut(
  repoDir: string,
  files: readonly FileToPublish[],
  redaction: Redaction,
  port: CoordinatorPort,
): Promise<PublishedFile[]> {
  await port.request({ kind: 'prepare', files: files.map(({ path }) => path) });
  return files.map(({ path, content, replaces }) => {
    if (isKept(content)) {
      prepareCopy(repoDir, path, content.path);
      return { path, sha256: content.sha256, replaces };
    }
    const safe = redaction.content(content);
    prepareResult(repoDir, path, safe);
    return { path, sha256: hash('sha256', safe, 'hex'), replaces };
  });
}

function isKept(content: FileToPublish['content']): content is KeptFile {
  return typeof content === 'object' && 'sha256' in content;
}
