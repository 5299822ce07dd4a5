import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readLine, readSmallFile } from './small-file.ts';

/**
 * The folders that git reads for a repository, as real paths (no call): its own, wherever `.git` leads, and those of others
 * whose objects it borrows.
 */
export function listGitFolders(repoDir: string): string[] {
  const commonDir = realOrNull(findCommonDir(repoDir));
  return commonDir === null ? [] : [commonDir, ...listBorrowed(commonDir)];
}

/** A file leads there, by way of the folder of a linked worktree. */
function findCommonDir(repoDir: string): string {
  const dotGit = join(repoDir, '.git');
  const target = readLine(dotGit)?.replace(/^gitdir: /, '');
  const gitDir = target === undefined ? dotGit : resolve(repoDir, target);
  return resolve(gitDir, readLine(join(gitDir, 'commondir')) ?? '.');
}

const deepest = 5;

/** Of a shared clone, or one by `--reference`, and of those that they borrow from. */
function listBorrowed(commonDir: string): string[] {
  const found = new Set<string>();
  collectBorrowed(join(commonDir, 'objects'), deepest, found);
  return [...found];
}

function collectBorrowed(objects: string, depth: number, found: Set<string>): void {
  const text = readSmallFile(join(objects, 'info/alternates'))?.toString('utf8') ?? '';
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const other = realOrNull(resolve(objects, line));
    if (other === null || found.has(other) || depth === 0 || !existsSync(join(other, 'pack'))) continue;
    found.add(other);
    collectBorrowed(other, depth - 1, found);
  }
}

function realOrNull(folder: string): string | null {
  try {
    return statSync(folder).isDirectory() ? realpathSync(folder) : null;
  } catch {
    return null;
  }
}
