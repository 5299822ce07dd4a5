import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { type ChangedFile, parseRawDiff } from './diff-listing.ts';
import { type GitOptions, type GitPlace, longTimeoutMs } from './git-call.ts';
import type { WorktreeHouse } from './house.ts';
import { isCommitId, type RepositoryPlace } from './worktree.ts';

export interface DiffOrder {
  readonly from: string;
  readonly to: string;
  /** Of the patch; the list of files is always whole. */
  readonly maxPatchBytes: number;
  readonly signal: AbortSignal;
}

export interface Diff {
  /** Sorted by path, renames as what they are: one file gone, one new. */
  readonly files: readonly ChangedFile[];
  /** Unified, three lines of context; cut at the end of a line. */
  readonly patch: string;
  readonly isPatchCut: boolean;
}

/** Without anything that a config or the files themselves say about how they should be shown. */
const plain = [
  ...['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'],
  // Else a line in .gitmodules could hide one.
  '--ignore-submodules=none',
];
const shown = ['--full-index', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/', '--unified=3'];
const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** What differs between two commits (2 calls). Throws COMMIT_UNKNOWN, CONTENT_REFUSED. */
export async function diffCommits(house: WorktreeHouse, repository: RepositoryPlace, order: DiffOrder): Promise<Diff> {
  const { from, to, signal, maxPatchBytes } = order;
  if (![from, to].every((commit) => isCommitId(commit, repository)))
    throw new AgentOsError('COMMIT_UNKNOWN', 'a diff is between two whole commit ids');
  const place = placeWithoutAttributes(repository);
  const options: GitOptions = { signal, flags: ['--bare'], timeoutMs: longTimeoutMs };
  const listing = await house.git.ask(place, [...plain, '--raw', '--numstat', '-z', from, to], options);
  const files = parseRawDiff(listing);
  if (files.length === 0) return { files, patch: '', isPatchCut: false };
  const patch = await house.git.run(place, [...plain, '--patch', ...shown, from, to], {
    ...options,
    maxBytes: maxPatchBytes,
  });
  if (patch.code !== 0 && !patch.isCut) throw new AgentOsError('GIT_FAILED', 'git could not make the patch');
  return { files, patch: cutAtLine(patch.stdout, patch.isCut), isPatchCut: patch.isCut };
}

/**
 * As in a bare repository, where git reads no attributes of the files (nor, since 2.41, of any commit): else a line
 * `* -diff` in a task's own .gitattributes would hide all that it did.
 */
function placeWithoutAttributes({ commonDir, objectFormat }: RepositoryPlace): GitPlace {
  const nothing = join(commonDir, 'agentos-no-index');
  const variables = { GIT_DIR: commonDir, GIT_ATTR_SOURCE: emptyTrees[objectFormat], GIT_INDEX_FILE: nothing };
  return { folder: commonDir, variables };
}

function cutAtLine(bytes: Buffer, isCut: boolean): string {
  return (isCut ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1) : bytes).toString('utf8');
}
