import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes `<target>.tmp`, flushed: the result is complete, and not there yet. */
export function writeTemporary(target: string, text: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const fd = openSync(temporaryOf(target), 'w');
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts a written temporary in its place: from now on it is there, also after a power cut. */
export function publishTemporary(target: string): void {
  renameSync(temporaryOf(target), target);
  const folder = openSync(dirname(target), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function discardTemporary(target: string): void {
  rmSync(temporaryOf(target), { force: true });
}

/** A file is whole or absent, never in between. */
export function writeAtomically(target: string, text: string): void {
  try {
    writeTemporary(target, text);
    publishTemporary(target);
  } catch (error) {
    discardTemporary(target);
    throw error;
  }
}

/** Like `writeAtomically`, for a file that is there: it keeps its mode. */
export function rewriteAtomically(target: string, text: string): void {
  const { mode } = statSync(target);
  writeAtomically(target, text);
  chmodSync(target, mode);
}

function temporaryOf(target: string): string {
  return `${target}.tmp`;
}
