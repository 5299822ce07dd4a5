import { hash } from 'node:crypto';
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

const mostEntries = 200_000;
/** Filled by programs, and ignored by git wherever people use them. */
const leftOut = new Set(['.git', 'node_modules']);

/** A hash of all names below a folder: two equal ones mean that no file came or went, for which git need not be asked. */
export function nameEntries(root: string): string {
  const names: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && names.length < mostEntries; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (leftOut.has(entry.name)) continue;
      const path = join(folder, entry.name);
      names.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return hash('sha256', names.sort().join('\0'), 'hex');
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
