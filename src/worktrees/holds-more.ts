import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from './worktree.ts';

/**
 * Whether a worktree holds anything that its commit does not: what git ignores, or was left out (no call). It is asked right
 * after a thorough `commitAll`: then all that is in the index is there, and counting tells whether there is more. When in
 * doubt it does: with submodules, and with folders that are empty or cannot be read.
 */
export function holdsMore({ path: root, adminDir }: Pick<Worktree, 'path' | 'adminDir'>): boolean {
  let room = countTracked(join(adminDir, 'index'));
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder, folder === root);
    if (entries.length === 0 || entries.some(({ name }) => name === '.git' || name === '.gitmodules')) return true;
    const within = entries.filter((entry) => entry.isDirectory());
    room -= entries.length - within.length;
    if (room < 0) return true;
    folders.push(...within.map(({ name }) => join(folder, name)));
  }
  return room !== 0;
}

function entriesOf(folder: string, isRoot: boolean) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isRoot || name !== '.git');
  } catch {
    return [];
  }
}

const countAt = 8;

/** The index begins with `DIRC`, its version, and how many entries it has; -1 for one that does not. */
function countTracked(index: string): number {
  const head = Buffer.alloc(countAt + 4);
  const file = openSync(index, 'r');
  try {
    const isWhole = readSync(file, head, 0, head.length, 0) === head.length;
    return isWhole && head.toString('latin1', 0, 4) === 'DIRC' ? head.readUInt32BE(countAt) : -1;
  } finally {
    closeSync(file);
  }
}
