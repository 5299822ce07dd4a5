import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from '../model/errors.ts';

/** Makes the file, and never opens one that is there: not a user's own, and not what a planted link leads to. */
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Writes `<target>.tmp`, flushed: the result is complete, and not there yet. */
export function writeTemporary(target: string, content: string | Uint8Array): void {
  makeFolders(dirname(target));
  writeFlushed(`${target}.tmp`, content, 0o666);
}

/** The same of a file that is there. */
export function copyTemporary(target: string, source: string): void {
  makeFolders(dirname(target));
  copyFileSync(source, `${target}.tmp`, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  flushToDisk(`${target}.tmp`);
}

/** Puts a written temporary in its place, never over what is there. */
export function linkTemporary(target: string): void {
  linkSync(`${target}.tmp`, target);
  unlinkSync(`${target}.tmp`);
}

/** Puts a written temporary in its place, over what is there; from now on it is there, also after a power cut. */
export function replaceByTemporary(target: string): void {
  renameFlushed(`${target}.tmp`, target);
}

/** A file is whole or absent, never in between; one that was there keeps its mode. */
export function writeAtomically(target: string, content: string | Uint8Array, suffix: string): void {
  const temporary = `${target}.${suffix}.tmp`;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644;
  writeFlushed(temporary, content, mode & 0o777);
  chmodSync(temporary, mode & 0o777);
  try {
    renameFlushed(temporary, target);
  } catch (error) {
    removeIfPossible(temporary);
    throw error;
  }
}

/** Unlike `rmSync`, it says with a code what the system refused. */
export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** After something else went wrong: that is what counts. */
function removeIfPossible(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}

/** The bytes of a file, or what was made, renamed or removed in a folder, stay so after a power cut. */
export function flushToDisk(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const sync = promisify(fsync);

/** The same, without keeping the event loop from its work: a flush can take seconds, and nothing else of it does. */
export async function flushInBackground(path: string): Promise<void> {
  const fd = openSync(path, 'r');
  try {
    await sync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeFlushed(path: string, content: string | Uint8Array, mode: number): void {
  const fd = openSync(path, createFlags, mode);
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } catch (error) {
    removeIfPossible(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Makes a folder and what is missing above it; each one made is flushed into the one that holds it. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  flushToDisk(dirname(folder));
}

function renameFlushed(from: string, to: string): void {
  renameSync(from, to);
  flushToDisk(dirname(to));
}
