import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { readLine } from './small-file.ts';
import type { RepositoryPlace } from './worktree.ts';

/**
 * Where worktrees may be made: the folder itself as a real path. Inside the repository no link may lead to it, because
 * whatever is in a repository may come from somebody else. Throws PATH_OUTSIDE.
 */
export function resolveWorktreesDir(repository: RepositoryPlace, folder: string): string {
  const { repoDir, commonDir } = repository;
  const real = realPathOf(folder);
  if (isInside(repoDir, folder) && real !== folder) throw outside(`${folder} leads through a link to ${real}`);
  if (isInside(commonDir, real)) throw outside(`${folder} lies inside git's own folder`);
  if (real === repoDir) throw outside(`${folder} is the repository itself`);
  return real;
}

/** Of what is there, and the rest as it is written. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw outside(`${path} is a link that leads nowhere`);
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}

export function isRealFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && realpathSync(path) === path;
  } catch {
    return false;
  }
}

/** What is at a path, without following it; null if nothing is. */
export function look(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // Above it is a file.
    if (errnoOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Whether it says to be a worktree of another repository; what has no word left was half removed. */
export function isOfAnother({ commonDir }: Pick<RepositoryPlace, 'commonDir'>, path: string): boolean {
  const target = readLine(join(path, '.git'));
  return target !== null && !target.startsWith(`gitdir: ${join(commonDir, 'worktrees')}/`);
}

export function isEmptyFolder(path: string): boolean {
  return readdirSync(path).length === 0;
}

function outside(what: string): AgentOsError {
  return new AgentOsError('PATH_OUTSIDE', `${what}: no worktree is made there`);
}
