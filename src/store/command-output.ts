import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedactedBytes } from '../model/redacted.ts';
import { flushToDisk } from './atomic-writer.ts';
import { checkpointFolder, outputsFolder } from './checkpoint-file.ts';
import { makeStateFolder } from './state-folder.ts';
import { explainBatchWriting } from './trouble.ts';

/** A long output, whole on the disk beside the checkpoint of its task, with which it goes. */
export interface KeptFile {
  /** Absolute. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Takes an output piece by piece, so that no more than a piece of it is ever in memory. */
export interface OutputWriter {
  write(bytes: RedactedBytes): void;
  /** Flushed: a step may rely on it from now on. */
  finish(): KeptFile;
}

const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Throws AgentOsError, as its writer does, if the disk does not take it. */
export function openCommandOutput(baseDir: string, checkpointName: string): OutputWriter {
  const folder = outputsFolder(checkpointName);
  const path = join(baseDir, checkpointFolder, folder, `${randomBytes(8).toString('hex')}.log`);
  const fd = explainBatchWriting(path, () => {
    makeStateFolder(baseDir, checkpointFolder, folder);
    return openSync(path, createFlags, 0o644);
  });
  const sum = createHash('sha256');
  let size = 0;
  return {
    write: (bytes) =>
      explainBatchWriting(path, () => {
        writeFileSync(fd, bytes);
        sum.update(bytes);
        size += bytes.length;
      }),
    finish: () =>
      explainBatchWriting(path, () => {
        fsyncSync(fd);
        closeSync(fd);
        flushToDisk(join(path, '..'));
        return { path, sha256: sum.digest('hex'), bytes: size };
      }),
  };
}
