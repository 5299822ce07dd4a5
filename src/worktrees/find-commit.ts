import { parseTrailers, type Trailer } from './commit-message.ts';
import type { WorktreeHouse } from './house.ts';
import { placeOfRepository, refsOf, type TaskWorktree } from './worktree.ts';

export interface FoundCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

const mostCommits = 1000;

/**
 * The newest commit of the task's own, since its base, that carries a trailer; null if there is none (1 call). Anybody
 * who can write to the branch can write a trailer: it is for the caller to compare tree and parents with what it knows.
 */
export async function findCommitByTrailer(
  house: WorktreeHouse,
  { repository, taskId, base }: Pick<TaskWorktree, 'repository' | 'taskId' | 'base'>,
  { key, value }: Trailer,
  signal: AbortSignal,
): Promise<FoundCommit | null> {
  const format = '--format=%H%x00%T%x00%P%x00%B%x00%x00';
  const narrowed = ['--fixed-strings', `--grep=${key}: ${value}`, `--max-count=${mostCommits}`];
  const args = ['log', format, ...narrowed, refsOf(taskId).branch, `^${base}`, '--'];
  const output = await house.git.ask(placeOfRepository(repository), args, { signal });
  for (const entry of output.split('\0\0\n')) {
    const [commit = '', tree = '', parents = '', message = ''] = entry.split('\0');
    if (parseTrailers(message).some((trailer) => trailer.key === key && trailer.value === value))
      return { commit, tree, parents: parents.split(' ').filter((parent) => parent !== '') };
  }
  return null;
}
