import { realpathSync } from 'node:fs';
import { AgentOsError } from '../model/errors.ts';
import { type Changes, parseChanges } from './changes.ts';
import { pinFilters } from './filters.ts';
import { type GitPlace, longTimeoutMs } from './git-call.ts';
import type { WorktreeHouse } from './house.ts';
import { findOperation, type Operation } from './operation.ts';
import { readOwnFacts } from './own-facts.ts';
import { warnOfPasswords } from './passwords.ts';
import { makeNotes } from './repository-notes.ts';
import { parseAllSettings } from './settings.ts';
import type { RepositoryPlace } from './worktree.ts';

/** What a checkout is. Whatever a task cannot be made from was refused; what only surprises is in the notes. */
export interface RepositoryState extends RepositoryPlace {
  /** The commit that is checked out. */
  readonly head: string;
  /** Null if HEAD is detached. */
  readonly branch: string | null;
  /** Paths, not lines; an untracked folder counts once. Tasks see none of them. */
  readonly dirty: { readonly tracked: number; readonly untracked: number };
  /** It is itself a worktree of another checkout. */
  readonly isLinked: boolean;
  readonly isShallow: boolean;
  readonly isPartial: boolean;
  readonly isSparse: boolean;
  readonly operation: Operation | null;
  readonly submodules: readonly string[];
  /** For people: what a task's worktree will not have, or have otherwise. */
  readonly notes: readonly string[];
}

/**
 * Asks git what the folder is (4 calls; 1 when it was asked before about the same commit, and the settings are the same).
 * Throws, with what to do about it: GIT_MISSING, GIT_TOO_OLD, REPOSITORY_MISSING, REPOSITORY_BARE, REPOSITORY_UNTRUSTED,
 * REPOSITORY_UNREADABLE, FOLDER_NOT_TOP, REPOSITORY_UNBORN.
 */
export async function inspectRepository(
  house: WorktreeHouse,
  folder: string,
  signal: AbortSignal,
): Promise<RepositoryState> {
  const repoDir = toRealPath(folder);
  const here: GitPlace = { folder: repoDir, variables: {} };
  const { found, settings, own, guard } = await readOwnFacts(house, repoDir, signal);
  const all = parseAllSettings(settings);
  const changes = await readChanges(house, here, signal);
  if (changes.head === null) throw unborn();
  const submodules = await listSubmodules(house, here, changes.head, signal);
  const state = {
    ...found,
    repoDir,
    head: changes.head,
    branch: changes.branch,
    dirty: { tracked: changes.paths.length - changes.untracked, untracked: changes.untracked },
    isLinked: found.gitDir !== found.commonDir,
    isPartial: [...own.values.keys()].some((key) => /^(extensions\.partialclone|remote\..*\.promisor)$/.test(key)),
    isSparse: own.values.get('core.sparsecheckout') === 'true',
    operation: findOperation(found.gitDir),
    submodules,
    guard,
    filters: pinFilters(all, repoDir),
  };
  return { ...state, notes: [...warnOfPasswords(own.values), ...makeNotes(state, all, changes)] };
}

const maxListBytes = 256 * 1024 * 1024;

function unborn(): AgentOsError {
  return new AgentOsError('REPOSITORY_UNBORN', 'this branch has no commit yet: commit something first');
}

function toRealPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw new AgentOsError('FOLDER_MISSING', `${folder} is not there`);
  }
}

/** Nothing is written: the index is the user's. */
async function readChanges(house: WorktreeHouse, here: GitPlace, signal: AbortSignal): Promise<Changes> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--no-renames'];
  const flags = ['--no-optional-locks'];
  const options = { signal, flags, timeoutMs: longTimeoutMs, maxBytes: maxListBytes };
  return parseChanges(await house.git.ask(here, [...args, '--ignore-submodules=dirty'], options));
}

/** Commits do not change: tasks of one worker that begin with the same one share the answer. */
let lastListed: { readonly folder: string; readonly head: string; readonly submodules: readonly string[] } | null =
  null;

async function listSubmodules(
  house: WorktreeHouse,
  here: GitPlace,
  head: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { folder } = here;
  if (lastListed?.folder === folder && lastListed.head === head) return lastListed.submodules;
  const options = { signal, timeoutMs: longTimeoutMs, maxBytes: maxListBytes };
  const listing = await house.git.ask(here, ['ls-tree', '-r', '-z', '--full-tree', head], options);
  const submodules = listing
    .split('\0')
    .flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []));
  lastListed = { folder, head, submodules };
  return submodules;
}
