import { hash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Of more files git knows sooner what was changed. */
const mostEntries = 5_000;

/**
 * A hash of all files below a folder, their sizes and times: two equal ones mean that none came, went or was changed, for
 * which git need not be asked. Null: it has to be.
 */
export function stampFiles(root: string): string | null {
  const stamps: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = join(folder, entry.name);
      if (path === '.git') continue;
      if (entry.isDirectory()) folders.push(path);
      stamps.push(entry.isDirectory() ? path : `${path}\0${stampOf(join(root, path))}`);
      if (stamps.length > mostEntries) return null;
    }
  }
  return hash('sha256', stamps.sort().join('\0\0'), 'hex');
}

function stampOf(path: string): string {
  const { size, ino, ctimeNs } = lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${size} ${ino} ${ctimeNs}`;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
