import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Makes the file, and never opens one that is there: not a user's own, and not what a planted link leads to. */
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Writes `<target>.tmp`, flushed: the result is complete, and not there yet. */
export function writeTemporary(target: string, content: string | Uint8Array): void {
  mkdirSync(dirname(target), { recursive: true });
  writeFlushed(`${target}.tmp`, content, 0o666);
}

/** Puts a written temporary in its place, never over what is there; from now on it is there, also after a power cut. */
export function publishTemporary(target: string): void {
  linkSync(`${target}.tmp`, target);
  unlinkSync(`${target}.tmp`);
  flushFolder(dirname(target));
}

/** A file is whole or absent, never in between; one that was there keeps its mode. */
export function writeAtomically(target: string, content: string, suffix: string): void {
  const temporary = `${target}.${suffix}.tmp`;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644;
  writeFlushed(temporary, content, mode & 0o777);
  chmodSync(temporary, mode & 0o777);
  try {
    renameFlushed(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeFlushed(path: string, content: string | Uint8Array, mode: number): void {
  const fd = openSync(path, createFlags, mode);
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

function renameFlushed(from: string, to: string): void {
  renameSync(from, to);
  flushFolder(dirname(to));
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
