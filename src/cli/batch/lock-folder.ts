import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Where the lock of a repository is: the git folder that all its worktrees share, if the repository is the top of one;
 * else the folder of its state.
 */
export function findLockFolder(repoDir: string, baseDir: string): string {
  const git = join(repoDir, '.git');
  const stat = statSync(git, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return git;
  return (stat?.isFile() ? readCommonDir(git) : null) ?? baseDir;
}

/** A worktree's `.git` is a file that names its own folder, and that one names the common one. */
function readCommonDir(file: string): string | null {
  try {
    const own = resolve(file, '..', readFileSync(file, 'utf8').match(/^gitdir: (.+)$/m)?.[1] ?? '');
    const common = resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim());
    return statSync(common).isDirectory() ? common : null;
  } catch {
    return null;
  }
}
