import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Found {
  /** Relative to where the scan began. */
  readonly path: string;
  readonly entry: Dirent;
}

interface ScanBounds {
  readonly maxDepth: number;
  /** Whether what lies in a folder of this name is wanted. */
  enters(name: string): boolean;
}

const maxFolders = 20_000;

/** What lies below a folder, level by level, so that a bound cuts off what lies deepest. No link is followed. */
export function* scanLevels(root: string, { maxDepth, enters }: ScanBounds): Generator<Found> {
  let folders = [''];
  for (let depth = 0; depth < maxDepth && folders.length > 0; depth += 1) {
    const below: string[] = [];
    for (const found of scanFolders(root, folders)) {
      yield found;
      if (found.entry.isDirectory() && enters(found.entry.name)) below.push(found.path);
    }
    folders = below.slice(0, maxFolders);
  }
}

function* scanFolders(root: string, folders: readonly string[]): Generator<Found> {
  for (const folder of folders) {
    for (const entry of entriesOf(join(root, folder))) yield { path: join(folder, entry.name), entry };
  }
}

/** What cannot be read is not there. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
