import { realpathSync } from 'node:fs';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { type Changes, parseChanges } from './changes.ts';
import { type GitPlace, longTimeoutMs } from './git-call.ts';
import { lastWords } from './git-trouble.ts';
import { makeGuard } from './guard.ts';
import type { WorktreeHouse } from './house.ts';
import { findOperation, type Operation } from './operation.ts';
import { makeNotes } from './repository-notes.ts';
import { parseAllSettings, parseOwnSettings, settingsQuestion } from './settings.ts';
import { placeOfRepository, type RepositoryPlace } from './worktree.ts';

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
 * Asks git what the folder is (4 calls; 3 when it was asked about the same commit before). Throws, with what to do about it: GIT_MISSING, GIT_TOO_OLD, REPOSITORY_MISSING,
 * REPOSITORY_BARE, REPOSITORY_UNTRUSTED, REPOSITORY_UNREADABLE, FOLDER_NOT_TOP, REPOSITORY_UNBORN.
 */
export async function inspectRepository(
  house: WorktreeHouse,
  folder: string,
  signal: AbortSignal,
): Promise<RepositoryState> {
  const repoDir = toRealPath(folder);
  const here: GitPlace = { folder: repoDir, variables: {} };
  const found = await findFolders(house, repoDir, signal);
  const settings = await house.git.ask(placeOfRepository(found), settingsQuestion, { signal });
  const own = parseOwnSettings(settings, found.commonDir);
  refuseStorage(own.values.get('extensions.refstorage'));
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
    guard: makeGuard(found.commonDir, own),
  };
  return { ...state, notes: makeNotes(state, parseAllSettings(settings), changes) };
}

type Folders = Pick<RepositoryState, 'commonDir' | 'objectFormat' | 'isShallow'> & { readonly gitDir: string };

const maxListBytes = 256 * 1024 * 1024;

const folderQuestion = [
  ...['rev-parse', '--path-format=absolute', '--is-bare-repository', '--is-inside-git-dir', '--is-shallow-repository'],
  ...['--show-object-format', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'],
];

async function findFolders(house: WorktreeHouse, repoDir: string, signal: AbortSignal): Promise<Folders> {
  const answer = await house.git.run({ folder: repoDir, variables: {} }, folderQuestion, { signal });
  const lines = answer.stdout.toString('utf8').split('\n');
  if (lines[0]?.startsWith('--path-format'))
    throw new AgentOsError('GIT_TOO_OLD', 'this git is older than 2.31: install a newer one');
  const [isBare, isInsideGitDir, isShallow, format, gitDir = '', commonDir = '', top = ''] = lines;
  if (isBare === 'true')
    throw new AgentOsError('REPOSITORY_BARE', `${repoDir} is a bare repository: clone it, and work in the clone`);
  if (isInsideGitDir === 'true') throw notTop(repoDir, `it lies inside git's own folder`);
  if (answer.code !== 0) throw explainRefusal(repoDir, answer.stderr);
  if (realpathSync(top) !== repoDir) throw notTop(repoDir, `use --repo ${top}`);
  return {
    gitDir: realpathSync(gitDir),
    commonDir: realpathSync(commonDir),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: isShallow === 'true',
  };
}

function explainRefusal(repoDir: string, stderr: string): AgentOsError {
  if (/dubious ownership|unsafe repository/.test(stderr))
    return new AgentOsError(
      'REPOSITORY_UNTRUSTED',
      `git does not trust ${repoDir}, because it belongs to another user: ` +
        `git config --global --add safe.directory ${repoDir}`,
    );
  if (/not a git repository/i.test(stderr))
    return new AgentOsError('REPOSITORY_MISSING', `${repoDir} is no git repository: run \`git init\` and commit`);
  return new AgentOsError('REPOSITORY_UNREADABLE', `git cannot read ${repoDir}: ${lastWords(stderr)}`);
}

function notTop(repoDir: string, what: string): AgentOsError {
  return new AgentOsError('FOLDER_NOT_TOP', `${repoDir} is not the top of a work tree: ${showSafely(what)}`);
}

function unborn(): AgentOsError {
  return new AgentOsError('REPOSITORY_UNBORN', 'this branch has no commit yet: commit something first');
}

function refuseStorage(format: string | undefined): void {
  if (format === undefined || format === 'files') return;
  const fix = 'run `git refs migrate --ref-format=files`';
  throw new AgentOsError('REPOSITORY_UNREADABLE', `branches stored as ${showSafely(format)} are not supported: ${fix}`);
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
