import { hash } from 'node:crypto';
import { makeContext } from '../engines/workflow-context.ts';
import type { PublishedFile } from '../model/event.ts';
import { backoffMs } from '../parallel/retry.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { KeptFile } from '../store/command-output.ts';
import { prepareCopy, prepareResult, publishResult } from '../store/results.ts';
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
    log: (message) => port.say(message),
    publish: async (files) => await publish(place.repoDir, files, redaction, port),
    receipt: async () => await port.request({ kind: 'receipt' }),
    backoffMs: (refusals) => backoffMs(refusals, Math.random),
    async permitCall() {
      if (place.isBudgeted) await port.request({ kind: 'call' });
    },
    async confirmPresence() {
      await port.request({ kind: 'presence' });
    },
  });
}

/** Lays results beside their places, complete and flushed, for the coordinator to put them there. */
export async function layOut(
  repoDir: string,
  files: readonly FileToPublish[],
  redaction: Redaction,
  port: CoordinatorPort,
): Promise<PublishedFile[]> {
  const sheets = files.map((file) => makeSheet(repoDir, file, redaction));
  await port.request({ kind: 'prepare', files: files.map(({ path }) => path) });
  for (const { lay } of sheets) lay();
  return sheets.map(({ file }) => file);
}

/** Puts files of the lineage in their places. The journal names them before anything of them is on the disk. */
async function publish(
  repoDir: string,
  files: readonly FileToPublish[],
  redaction: Redaction,
  port: CoordinatorPort,
): Promise<void> {
  const sheets = files.map((file) => makeSheet(repoDir, file, redaction));
  const published = sheets.map(({ file }) => file);
  await port.request({ kind: 'publish', files: published });
  for (const { lay } of sheets) lay();
  await publishResult(repoDir, ...published);
  port.tell({ kind: 'published', files: published });
}

/** A file, and how it comes to lie beside its place. */
interface Sheet {
  readonly file: PublishedFile;
  lay(): void;
}

function makeSheet(repoDir: string, { path, content, replaces }: FileToPublish, redaction: Redaction): Sheet {
  if (isKept(content)) {
    const file = { path, sha256: content.sha256, replaces };
    return { file, lay: () => prepareCopy(repoDir, path, content.path) };
  }
  const safe = redaction.content(content);
  const file = { path, sha256: hash('sha256', safe, 'hex'), replaces };
  return { file, lay: () => prepareResult(repoDir, path, safe) };
}

function isKept(content: FileToPublish['content']): content is KeptFile {
  return typeof content === 'object' && 'sha256' in content;
}
