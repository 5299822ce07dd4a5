import { AgentOsError } from '../model/errors.ts';
import type { WorktreeHouse } from './house.ts';
import { isCommitId, placeOfRepository, type RepositoryPlace } from './worktree.ts';

/** The paths that differ between two commits, sorted (1 call). Throws COMMIT_UNKNOWN. */
export async function listPathsBetween(
  house: WorktreeHouse,
  repository: RepositoryPlace,
  range: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<string[]> {
  const { from, to } = range;
  if (![from, to].every((commit) => isCommitId(commit, repository)))
    throw new AgentOsError('COMMIT_UNKNOWN', 'a diff is between two whole commit ids');
  const args = ['diff-tree', '-r', '--no-renames', '--name-only', '--ignore-submodules=none', '-z', from, to];
  const output = await house.git.ask(placeOfRepository(repository), args, { signal, flags: ['--bare'] });
  return output.split('\0').filter((path) => path !== '');
}
