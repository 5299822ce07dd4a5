import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Where a path can begin in an open folder, whatever has become of its name since. */
const openFolders = '/proc/self/fd';

/**
 * The steps of a path that stays below a worktree and out of git's own. Throws PATH_OUTSIDE or PATH_PROTECTED. Forward
 * slashes; `./` and a slash at the end do no harm.
 */
function splitInside(path: string): readonly string[] {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '');
  if (path.startsWith('/') || path.includes('\0') || steps.includes('..') || steps.length === 0) {
    throw new AgentOsError('PATH_OUTSIDE', `${quoteSafely(path)} is no path below the worktree`);
  }
  if (steps.some(isGitsOwn)) throw new AgentOsError('PATH_PROTECTED', `${quoteSafely(path)} belongs to git`);
  return steps;
}

/** Also on a disk that does not tell `.Git` from `.git`, and by the short name that such disks give it. */
export function isGitsOwn(name: string): boolean {
  return /^(?:\.git|git~1)[ .]*$/i.test(name);
}

/**
 * Does something to the last step of a path, in the folder that holds it. Each folder on the way is opened by itself and
 * no link is followed, so that nobody can put one into the way meanwhile. `place` is valid while `use` runs. Throws
 * PATH_LINKED, and FILE_MISSING where a folder is not there and is not to be made.
 */
export function useInside<T>(root: string, path: string, canMake: boolean, use: (place: string) => T): T {
  const steps = splitInside(path);
  const name = steps.at(-1) ?? '';
  let folder = openFolder(root, path);
  try {
    for (const step of steps.slice(0, -1)) {
      const next = enter(folder, step, path, canMake);
      closeSync(folder.fd);
      folder = next;
    }
    return use(join(folder.way, name));
  } finally {
    closeSync(folder.fd);
  }
}

interface Folder {
  readonly fd: number;
  /** A path that leads into it. */
  readonly way: string;
}

function enter(folder: Folder, step: string, path: string, canMake: boolean): Folder {
  const place = join(folder.way, step);
  if (canMake) {
    try {
      mkdirSync(place);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  }
  return openFolder(place, path);
}

function openFolder(place: string, path: string): Folder {
  try {
    const fd = openSync(place, folderFlags);
    return { fd, way: existsSync(openFolders) ? `${openFolders}/${fd}` : place };
  } catch (error) {
    throw explain(error, place, path);
  }
}

function explain(error: unknown, place: string, path: string): unknown {
  const errno = errnoOf(error);
  if (errno === 'ENOENT') return new AgentOsError('FILE_MISSING', `${quoteSafely(path)} is not there`);
  // A link to a folder is told as what is no folder.
  if (errno === 'ELOOP' || (errno === 'ENOTDIR' && isLink(place))) {
    return new AgentOsError('PATH_LINKED', `${quoteSafely(path)} leads through a link, and none is followed`);
  }
  if (errno === 'ENOTDIR') return new AgentOsError('FILE_MISSING', `${quoteSafely(path)} leads through a file`);
  return error;
}

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
