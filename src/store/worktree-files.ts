import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import { explainWriting } from './trouble.ts';
import { useInside } from './worktree-path.ts';

/**
 * Changes of files in a worktree, for agents whose hands we are. Contract of all: `path` is relative to `root`; nothing
 * outside of it, nothing of git's own and nothing behind a link is ever touched; else they throw PATH_OUTSIDE,
 * PATH_PROTECTED, PATH_LINKED, FILE_MISSING or FILE_NOT_REGULAR.
 */

const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const lookFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Writes a whole file, with the folders above it; one that was there keeps its mode. */
export function writeInside(root: string, path: string, content: string | Uint8Array): void {
  change(root, path, true, (place) => {
    const mode = clear(place, path);
    // A new file: another name of the old one, wherever that is, keeps what it had.
    const fd = openSync(place, createFlags, mode ?? 0o644);
    try {
      if (mode !== null) fchmodSync(fd, mode);
      writeFileSync(fd, content);
    } finally {
      closeSync(fd);
    }
  });
}

/** Removes a file, a link itself, or a folder with all that is in it. */
export function removeInside(root: string, path: string): void {
  change(root, path, false, (place) => {
    if (look(place) === null) throw missing(path);
    rmSync(place, { recursive: true });
  });
}

/** Only who may read, write and run it. */
export function changeModeInside(root: string, path: string, mode: number): void {
  change(root, path, false, (place) => {
    const stat = look(place);
    if (stat === null) throw missing(path);
    refuseIrregular(stat, path);
    const fd = openSync(place, lookFlags);
    try {
      refuseIrregular(fstatSync(fd), path);
      fchmodSync(fd, mode & 0o777);
    } finally {
      closeSync(fd);
    }
  });
}

/** Makes a link in the place of a file or of nothing. Where it leads is not judged: nobody here will follow it. */
export function linkInside(root: string, path: string, target: string): void {
  change(root, path, true, (place) => {
    if (look(place)?.isSymbolicLink() === true) unlinkSync(place);
    else clear(place, path);
    symlinkSync(target, place);
  });
}

/** Makes room for a new file, and gives the mode of the one that was there. */
function clear(place: string, path: string): number | null {
  const stat = look(place);
  if (stat === null) return null;
  refuseIrregular(stat, path);
  unlinkSync(place);
  return stat.mode & 0o777;
}

function look(place: string): Stats | null {
  return lstatSync(place, { throwIfNoEntry: false }) ?? null;
}

function refuseIrregular(stat: Stats, path: string): void {
  if (stat.isFile()) return;
  if (stat.isSymbolicLink()) {
    throw new AgentOsError('PATH_LINKED', `${quoteSafely(path)} is a link, and none is followed`);
  }
  const what = stat.isDirectory() ? 'a folder' : 'no regular file';
  throw new AgentOsError('FILE_NOT_REGULAR', `${quoteSafely(path)} is ${what}`);
}

function missing(path: string): AgentOsError {
  return new AgentOsError('FILE_MISSING', `${quoteSafely(path)} is not there`);
}

function change(root: string, path: string, canMake: boolean, use: (place: string) => void): void {
  explainWriting(quoteSafely(path), () => {
    try {
      useInside(root, path, canMake, use);
    } catch (error) {
      // A name that is longer than names can be, or a file where a folder would have to be.
      if (errnoOf(error) === 'ENAMETOOLONG' || errnoOf(error) === 'EISDIR') {
        throw new AgentOsError('FILE_NOT_REGULAR', `${quoteSafely(path)} cannot be a file (${errnoOf(error)})`);
      }
      throw error;
    }
  });
}
