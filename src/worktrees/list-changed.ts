import { join } from 'node:path';
import { type Changes, parseChanges } from './changes.ts';
import { longTimeoutMs } from './git-call.ts';
import { hashBlob } from './hash-blob.ts';
import type { WorktreeHouse } from './house.ts';
import { placeOfWorktree, type Worktree } from './worktree.ts';

const question = [
  ...['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all', '--no-renames'],
  ...['--ignore-submodules=dirty'],
];
const maxListBytes = 256 * 1024 * 1024;

/**
 * What is not committed in a worktree, file by file (1 call). A folder with a slash at its end is a repository of its own.
 * Files whose very bytes are committed are no change: where attributes (line ends, large storage) came later than what is in a
 * repository, git takes them for changed as soon as it has checked them out.
 */
export async function listChanged(house: WorktreeHouse, tree: Worktree, signal: AbortSignal): Promise<Changes> {
  const options = { signal, flags: ['--no-optional-locks'], timeoutMs: longTimeoutMs, maxBytes: maxListBytes };
  const output = await house.git.ask(placeOfWorktree(tree), question, options);
  return parseChanges(
    output,
    ({ path, committed }) => committed !== null && hashBlob(join(tree.path, path), tree.repository) === committed,
  );
}
