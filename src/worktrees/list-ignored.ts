import type { WorktreeHouse } from './house.ts';
import { placeOfWorktree, type Worktree } from './worktree.ts';

/** Those of some paths, there or not, that git ignores in a worktree; none where it cannot tell (1 call). */
export async function listIgnored(
  house: WorktreeHouse,
  tree: Worktree,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const input = paths.map((path) => `${path}\0`).join('');
  // It takes no literal ones.
  const options = { signal, input, variables: { GIT_LITERAL_PATHSPECS: '0' } };
  const { code, stdout } = await house.git.run(placeOfWorktree(tree), ['check-ignore', '-z', '--stdin'], options);
  return code === 0 ? stdout.toString('utf8').split('\0').filter(Boolean) : [];
}
