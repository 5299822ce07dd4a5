import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentOsError } from '../model/errors.ts';
import { type GitAnswer, longTimeoutMs } from './git-call.ts';
import { explainGit } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import { isEmptyFolder, isRealFolder, look } from './places.ts';
import { findRegistration, type Registration } from './registrations.ts';
import { hashFile, readLine } from './small-file.ts';
import { placeOfRepository, placeOfWorktree, type RepositoryPlace, type Worktree } from './worktree.ts';

export interface MakeOrder {
  readonly repository: RepositoryPlace;
  readonly path: string;
  /** The name of a branch; or a commit, which is checked out without one. */
  readonly head: { readonly branch: string } | { readonly commit: string };
  readonly signal: AbortSignal;
}

/**
 * What is left of an earlier making is put away, under the lock: half-made worktrees, in which nobody has worked yet,
 * and registrations of worktrees that are gone. Returns the registration of one that is whole. Throws WORKTREE_OCCUPIED.
 */
export function settlePlace(
  { files }: WorktreeHouse,
  { commonDir }: RepositoryPlace,
  path: string,
): Registration | null {
  const registration = findRegistration(commonDir, path);
  const found = look(path);
  if (registration !== null && (registration.isUnfinished || found === null)) {
    if (found !== null) files.removeFolder(path);
    files.removeFolder(registration.adminDir);
    return null;
  }
  if (found === null) return null;
  if (!isRealFolder(path)) throw occupied(path, 'it is no folder, or a link leads to it');
  if (registration !== null) return registration;
  if (isEmptyFolder(path)) return null;
  if (isBareShell(commonDir, path)) {
    files.removeFolder(path);
    return null;
  }
  throw occupied(path, 'it is no worktree of this repository');
}

/** All that it holds is the way to a registration that git took back, or was killed over. */
function isBareShell(commonDir: string, path: string): boolean {
  const [only, ...more] = readdirSync(path);
  const target = only === '.git' && more.length === 0 ? readLine(join(path, '.git')) : null;
  return target?.startsWith(`gitdir: ${join(commonDir, 'worktrees')}/`) ?? false;
}

function occupied(path: string, what: string): AgentOsError {
  return new AgentOsError('WORKTREE_OCCUPIED', `a task's worktree belongs at ${path}, but ${what}: move it away`);
}

const mostTries = 5;
const pauseMs = 30;

/**
 * Registers a worktree that has no files yet; under the lock, and short (1 call). A `git gc` of the user's that looks at
 * the very moment takes a worktree that is just being made for a broken one, and removes it: then it is made again.
 */
export async function registerWorktree(house: WorktreeHouse, order: MakeOrder): Promise<Registration> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await addWorktree(house, order);
    const made = answer.code === 0 ? findRegistration(order.repository.commonDir, order.path) : null;
    if (made?.isUnfinished && isWhole(made)) return made;
    const trouble = explainGit(['worktree'], answer);
    if (attempt === mostTries || (answer.code !== 0 && !/No such file or directory/.test(answer.stderr))) throw trouble;
    takeBack(house, order);
    await pause(pauseMs * attempt, undefined, { signal: order.signal });
  }
}

async function addWorktree({ git }: WorktreeHouse, { repository, path, head, signal }: MakeOrder): Promise<GitAnswer> {
  const what = 'branch' in head ? [path, head.branch] : ['--detach', path, head.commit];
  const args = ['worktree', 'add', '--quiet', '--no-checkout', '--lock', ...what];
  return await git.run(placeOfRepository(repository), args, { signal });
}

function isWhole({ adminDir, path, head }: Registration): boolean {
  const isNamed = head !== null && !/^0+$/.test(head);
  return isNamed && readLine(join(adminDir, 'commondir')) === '../..' && look(join(path ?? '', '.git')) !== null;
}

/** Nobody has worked in it yet. */
function takeBack(house: WorktreeHouse, { repository, path }: MakeOrder): void {
  const adminDir = readLine(join(path, '.git'))?.replace(/^gitdir: /, '') ?? '';
  settlePlace(house, repository, path);
  if (dirname(adminDir) === join(repository.commonDir, 'worktrees')) house.files.removeFolder(adminDir);
}

/** Writes the files; many worktrees at once may do so. From here on it is whole (1 call). */
export async function fillWorktree(house: WorktreeHouse, tree: Worktree, signal: AbortSignal): Promise<void> {
  const args = ['reset', '--hard', '--quiet', '--no-recurse-submodules'];
  await house.git.ask(placeOfWorktree(tree), args, { signal, timeoutMs: longTimeoutMs });
  house.files.removeFile(join(tree.adminDir, 'locked'));
}

export function toWorktree(repository: RepositoryPlace, path: string, { adminDir }: Registration) {
  return { repository, path, adminDir, settingsSha256: hashFile(settingsOf(adminDir)) };
}

/** Where git keeps settings for one worktree alone. */
export function settingsOf(adminDir: string): string {
  return join(adminDir, 'config.worktree');
}
