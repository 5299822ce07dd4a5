import { lstatSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import { readFileBytes } from './text-file.ts';
import { isGitsOwn, useInside } from './worktree-path.ts';

/** A file in a worktree: never one outside, of git's own, or behind a link. Throws AgentOsError. */
export function readInside(root: string, path: string, maxBytes: number): Buffer {
  return useInside(root, path, false, (place) => {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (stat === undefined) throw new AgentOsError('FILE_MISSING', `${quoteSafely(path)} is not there`);
    if (stat.isSymbolicLink()) {
      throw new AgentOsError('PATH_LINKED', `${quoteSafely(path)} is a link, and none is followed`);
    }
    return explainReading(path, () => readFileBytes(place, maxBytes));
  });
}

function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    throw new AgentOsError(error.code, `${quoteSafely(path)} ${error.message}`, { cause: error });
  }
}

/**
 * The files below a folder of a worktree (`''`: all), in the order of their names, folder by folder. Without git's own,
 * without links, and without the folders that `isSkipped` names. Throws AgentOsError if there is no such folder.
 */
export function* scanInside(root: string, path: string, isSkipped: (name: string) => boolean): Generator<string> {
  const top = path.replace(/\/+$/, '');
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const within: string[] = [];
    for (const { name, isFolder, isFile } of folder === top ? list(root, folder) : listIfThere(root, folder)) {
      const way = folder === '' ? name : `${folder}/${name}`;
      if (isFile) yield way;
      if (isFolder && !isSkipped(name)) within.push(way);
    }
    folders.push(...within.toReversed());
  }
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

/** One that has gone meanwhile holds nothing. */
function listIfThere(root: string, folder: string): readonly Entry[] {
  try {
    return list(root, folder);
  } catch (error) {
    if (error instanceof AgentOsError || errnoOf(error) !== null) return [];
    throw error;
  }
}

/** By a name in it: so it is opened like every folder on a way, and no link. */
function list(root: string, folder: string): readonly Entry[] {
  const name = folder === '' ? '-' : `${folder}/-`;
  return useInside(root, name, false, (place) =>
    readdirSync(dirname(place), { withFileTypes: true })
      .filter((entry) => !isGitsOwn(entry.name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  );
}
