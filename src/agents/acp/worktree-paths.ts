import { isAbsolute, relative, resolve } from 'node:path';
import { isInside } from '../../model/paths.ts';
import { isGitsOwn } from '../../store/worktree-path.ts';

/** A path as an agent names it, seen from the worktree; null if it is not in there, or is git's own. Links are not judged. */
export function findInWorktree(worktree: string, path: string): string | null {
  if (path === '' || path.includes('\0')) return null;
  const place = isAbsolute(path) ? resolve(path) : resolve(worktree, path);
  if (!isInside(worktree, place)) return null;
  const way = relative(worktree, place);
  return way === '' || way.split('/').some(isGitsOwn) ? null : way;
}
