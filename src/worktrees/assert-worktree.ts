import { dirname, join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { checkGuard } from './guard.ts';
import type { WorktreeHouse } from './house.ts';
import { settingsOf } from './make-worktree.ts';
import { isRealFolder, look } from './places.ts';
import { hashFile, readLine } from './small-file.ts';
import type { Worktree } from './worktree.ts';

/**
 * That a worktree is still the one that we made, and that nothing of the shared folder changed which could turn git
 * against us or the user. Reads files only (no call; one if somebody wrote to a config). Throws WORKTREE_DAMAGED or
 * REPOSITORY_TAMPERED.
 */
export async function assertWorktree(house: WorktreeHouse, tree: Worktree, signal: AbortSignal): Promise<void> {
  const flaw = findFlaw(tree);
  if (flaw !== null)
    throw new AgentOsError('WORKTREE_DAMAGED', `the worktree ${tree.path} cannot be used: ${showSafely(flaw)}`);
  await checkGuard(house, tree.repository, signal);
}

/** What is wrong with it; null if nothing is. */
export function findFlaw({ repository, path, adminDir, branch, settingsSha256 }: Worktree): string | null {
  const gitFile = join(path, '.git');
  if (!isRealFolder(path)) return 'it is not there, or a link leads to it';
  if (look(gitFile)?.isFile() !== true) return 'its .git is not a file';
  if (readLine(gitFile) !== `gitdir: ${adminDir}`) return 'its .git leads elsewhere (was the repository moved?)';
  if (dirname(dirname(adminDir)) !== repository.commonDir || !isRealFolder(adminDir))
    return `${adminDir} is not where git keeps it`;
  if (readLine(join(adminDir, 'gitdir')) !== gitFile) return 'git knows it at another place';
  if (readLine(join(adminDir, 'commondir')) !== '../..') return 'git would look for its repository elsewhere';
  if (hashFile(settingsOf(adminDir)) !== settingsSha256) return 'its settings changed';
  const head = readLine(join(adminDir, 'HEAD')) ?? '';
  if (branch === null) return /^[0-9a-f]{40,64}$/.test(head) ? null : 'a branch was checked out in it';
  return head === `ref: refs/heads/${branch}` ? null : `${branch} is not checked out any more`;
}
