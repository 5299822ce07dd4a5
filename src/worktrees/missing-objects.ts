import { longTimeoutMs } from './git-call.ts';
import { lacksObjects } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import type { RepositoryState } from './inspect-repository.ts';
import { placeOfRepository } from './worktree.ts';

const maxListBytes = 256 * 1024 * 1024;

/**
 * Throws OBJECTS_MISSING where a partial clone lacks files of the commit that is checked out, as with a sparse checkout: no
 * worktree could be filled (1 call, none for other clones).
 */
export async function refuseMissingObjects(
  house: WorktreeHouse,
  repository: Pick<RepositoryState, 'commonDir' | 'head' | 'isPartial'>,
  signal: AbortSignal,
): Promise<void> {
  if (!repository.isPartial) return;
  const args = ['rev-list', '--objects', '--missing=print', '--no-object-names', `${repository.head}^{tree}`];
  const options = { signal, timeoutMs: longTimeoutMs, maxBytes: maxListBytes };
  const { stdout } = await house.git.run(placeOfRepository(repository), args, options);
  if (stdout.includes('?')) throw lacksObjects();
}
