import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryReader } from '../model/repository-reader.ts';
import { decodeBlob, maxBlobBytes } from './blob-text.ts';

const maxFiles = 20_000;
const maxFolders = 20_000;
const maxDepth = 20;
/** Filled by programs; in a repository they would not be tracked. Folders with a leading dot are left out as well. */
const leftOut = new Set(['node_modules', 'bower_components', '__pycache__', 'venv', 'site-packages']);

/** Reads a folder that is no git repository. Links are listed by nobody and followed by nobody; what cannot be read is not there. */
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

/** Level by level, so that a bound cuts off what lies deepest. */
function listFiles(repoDir: string): string[] {
  const files: string[] = [];
  let folders = [''];
  for (let depth = 0; depth < maxDepth && folders.length > 0; depth += 1) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const entry of entriesOf(join(repoDir, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) files.push(path);
        if (entry.isDirectory() && !entry.name.startsWith('.') && !leftOut.has(entry.name)) below.push(path);
        if (files.length >= maxFiles) return files;
      }
    }
    folders = below.slice(0, maxFolders);
  }
  return files;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
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
