import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { PublishedFile } from '../model/event.ts';
import { isInside } from '../model/paths.ts';
import type { Redacted, RedactedBytes } from '../model/redacted.ts';
import { copyTemporary, flushInBackground, linkTemporary, writeTemporary } from './atomic-writer.ts';
import { refuseLinks } from './links.ts';
import { explainBatchFlushing, explainBatchWriting } from './trouble.ts';

/** Lays a result beside its place in the repository. Throws AgentOsError if it cannot, or may not, be written. */
export function prepareResult(repoDir: string, path: string, content: Redacted | RedactedBytes): void {
  explainBatchWriting(path, () => writeTemporary(resolveTarget(repoDir, path), content));
}

/** The same for what lies in a file of our state, redacted when it was written. Throws CHECKPOINT_DAMAGED if that is gone. */
export function prepareCopy(repoDir: string, path: string, source: string): void {
  if (!existsSync(source)) {
    throw new AgentOsError(
      'CHECKPOINT_DAMAGED',
      `${source}, an output of a finished step, is gone: start the task with --fresh`,
    );
  }
  explainBatchWriting(path, () => copyTemporary(resolveTarget(repoDir, path), source));
}

/**
 * Puts prepared results in their places, flushed. It may be asked again after a crash at any moment, and never puts it
 * over what nobody expected there: FILE_CHANGED. A result that is neither here nor there: RESULT_LOST.
 * Only the flushes are waited for: between the look at what is there and the taking of its place nothing else runs.
 */
export async function publishResult(repoDir: string, ...files: readonly PublishedFile[]): Promise<void> {
  const folders = new Map<string, string>();
  for (const file of files) {
    await explainBatchFlushing(file.path, async () => folders.set(await place(repoDir, file), file.path));
  }
  for (const [folder, path] of folders) await explainBatchFlushing(path, async () => await flushInBackground(folder));
}

/** Says which folder has to be flushed. */
async function place(repoDir: string, file: PublishedFile): Promise<string> {
  const target = resolveTarget(repoDir, file.path);
  const present = hashOf(target);
  if (present === file.sha256) await finishPublished(target);
  else if (hashOf(`${target}.tmp`) !== file.sha256) throw lost(file);
  else if (file.replaces === null) publishAsNew(file.path, target);
  else if (present === null || present === file.replaces) renameSync(`${target}.tmp`, target);
  else throw changed(file.path, 'was changed while the task ran; it stays as it is');
  return dirname(target);
}

/** Removes `<path>.tmp` and nothing else. True if it was there. */
export function removeTemporary(repoDir: string, path: string): boolean {
  return explainBatchWriting(path, () => {
    const temporary = `${resolveTarget(repoDir, path)}.tmp`;
    const isThere = lstatSync(temporary, { throwIfNoEntry: false }) !== undefined;
    if (isThere) unlinkSync(temporary);
    return isThere;
  });
}

/** Also for what is no file: whatever is there stands in the way. */
export function hasTemporary(repoDir: string, path: string): boolean {
  return explainBatchWriting(
    path,
    () => lstatSync(join(repoDir, `${path}.tmp`), { throwIfNoEntry: false }) !== undefined,
  );
}

/** It was in place before a crash, or came there in the same form. */
async function finishPublished(target: string): Promise<void> {
  if (lstatSync(`${target}.tmp`, { throwIfNoEntry: false }) !== undefined) unlinkSync(`${target}.tmp`);
  await flushInBackground(target);
}

function publishAsNew(path: string, target: string): void {
  try {
    linkTemporary(target);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    throw changed(path, 'exists and is not ours; it stays as it is');
  }
}

/** Null if nothing is there; what is no regular file has no hash that anybody could expect. */
function hashOf(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return stat.isFile() ? hashFile(path, Math.min(stat.size + 1, largestPiece)) : 'not a file';
}

const largestPiece = 1024 * 1024;

/** Logs can be large: no more than a piece of them is in memory. */
function hashFile(path: string, pieceBytes: number): string {
  const [sum, piece, fd] = [createHash('sha256'), Buffer.allocUnsafe(pieceBytes), openSync(path, 'r')];
  try {
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece)) sum.update(piece.subarray(0, read));
    return sum.digest('hex');
  } finally {
    closeSync(fd);
  }
}

function lost({ path }: PublishedFile): AgentOsError {
  return new AgentOsError('RESULT_LOST', `${path}.tmp, the finished result, is gone or was changed; retry the task`);
}

function changed(path: string, what: string): AgentOsError {
  return new AgentOsError('FILE_CHANGED', `${path} ${what}`);
}

/**
 * A link on the way could lead anywhere: out of the repository, or to a file of it that nobody meant. Where the repository
 * is gone, folders made anew would only look like it.
 */
function resolveTarget(repoDir: string, path: string): string {
  const target = join(repoDir, path);
  if (!isInside(repoDir, target)) {
    throw new AgentOsError('PATH_OUTSIDE', `${target} lies outside of the repository; nothing was written`);
  }
  if (!existsSync(repoDir)) {
    throw new AgentOsError('STORAGE_FAILED', `${repoDir} was deleted or moved while the batch was running`);
  }
  refuseLinks(repoDir, [dirname(path)]);
  return target;
}
