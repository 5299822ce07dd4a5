import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryReader } from '../model/repository-reader.ts';
import { decodeBlob, maxBlobBytes } from './blob-text.ts';
import { scanLevels } from './scan-levels.ts';

const maxFiles = 20_000;
const maxDepth = 20;
/** Filled by programs; in a repository they would not be tracked. Folders with a leading dot are left out as well. */
const leftOut = new Set(['node_modules', 'bower_components', '__pycache__', 'venv', 'site-packages']);

/**
 * Reads a folder that is no git repository. Links are listed by nobody and followed by nobody; what cannot be read is
 * not there.
 */
export function openFolderReader(repoDir: string): RepositoryReader {
  const sizes = new Map(listFiles(repoDir).map((path) => [path, measure(join(repoDir, path))]));
  const read = (path: string) => (sizes.has(path) ? readText(join(repoDir, path)) : null);
  return {
    paths: [...sizes.keys()].sort(),
    sizeOf: (path) => sizes.get(path) ?? 0,
    read,
    readAll: (paths) => new Map(paths.map((path) => [path, read(path)])),
  };
}

function listFiles(repoDir: string): string[] {
  return scanLevels(repoDir, { maxDepth, enters: (name) => !name.startsWith('.') && !leftOut.has(name) })
    .filter(({ entry }) => entry.isFile())
    .map(({ path }) => path)
    .take(maxFiles)
    .toArray();
}

function measure(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
}

/** Opened without following a link and without waiting for a pipe that has taken the file's place. */
function readText(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= maxBlobBytes ? decodeBlob(readFileSync(file)) : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
