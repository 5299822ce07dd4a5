import type { WorktreeHouse } from './house.ts';
import { listPathsBetween } from './list-paths.ts';
import { placeOfRepository, type RepositoryPlace } from './worktree.ts';

interface Asked {
  /** Where the branch began, and where it ends. */
  readonly base: string;
  readonly tip: string;
  /** What may hold it. */
  readonly head: string;
  readonly signal: AbortSignal;
}

/**
 * Whether all that a branch holds came into another one as other commits, as forges do when they squash or rebase: either
 * every file that it changed is there as it left it, or each of its commits has its like there (2 calls, 3 in doubt). When in
 * doubt it did not: a merge on the branch has no like, and a branch that took back what it did still holds how.
 */
export async function isContained(house: WorktreeHouse, repository: RepositoryPlace, asked: Asked): Promise<boolean> {
  const { base, tip, head, signal } = asked;
  const changed = await listPathsBetween(house, repository, { from: base, to: tip }, signal);
  if (changed.length === 0) return false;
  const others = new Set(await listPathsBetween(house, repository, { from: tip, to: head }, signal));
  if (!changed.some((path) => others.has(path))) return true;
  const args = ['rev-list', '--count', '--right-only', '--cherry-pick', `${head}...${tip}`];
  const { code, stdout } = await house.git.run(placeOfRepository(repository), args, { signal, flags: ['--bare'] });
  return code === 0 && stdout.toString('utf8').trim() === '0';
}
