import { AgentOsError } from '../model/errors.ts';
import { runGit } from './git.ts';

export interface TreeEntry {
  /** The blob to read; null for links, submodules, and what a partial clone does not have. */
  readonly blob: string | null;
  readonly bytes: number;
}

/**
 * Every file of a commit by its path, sorted by code units; below the top of the work tree only those of the folder,
 * relative to it. Throws COMMIT_UNKNOWN.
 */
export function listTreeEntries(repoDir: string, commit: string): ReadonlyMap<string, TreeEntry> {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) throw new AgentOsError('COMMIT_UNKNOWN', 'the base is not a commit id');
  const entries = listWithSizes(repoDir, commit) ?? listPartialClone(repoDir, commit);
  if (entries === null) throw new AgentOsError('COMMIT_UNKNOWN', `git could not list the files of commit ${commit}`);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

type Entries = [string, TreeEntry][];

function listWithSizes(repoDir: string, commit: string): Entries | null {
  const listing = runGit(repoDir, ['ls-tree', '-r', '-l', '-z', commit]);
  return listing.isOk ? parseListing(listing.stdout, (_, bytes) => bytes) : null;
}

/** Git would fetch what is missing in order to tell its size, and may not: what is here is asked for by itself. */
function listPartialClone(repoDir: string, commit: string): Entries | null {
  const listing = runGit(repoDir, ['ls-tree', '-r', '-z', commit]);
  if (!listing.isOk) return null;
  const all = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--batch-all-objects', '--unordered'];
  const sizes = new Map<string, number>();
  for (const line of runGit(repoDir, all).stdout.split('\n')) {
    const [blob = '', bytes = ''] = line.split(' ');
    sizes.set(blob, Number(bytes));
  }
  return parseListing(listing.stdout, (blob) => sizes.get(blob) ?? null);
}

const regularFile = /^100[0-7]{3} blob ([0-9a-f]{40,64})(?: +(\d+))?$/;

function parseListing(listing: string, sizeOf: (blob: string, bytes: number) => number | null): Entries {
  return listing.split('\0').flatMap((line): Entries => {
    const tabAt = line.indexOf('\t');
    if (tabAt === -1) return [];
    const [, blob, bytes = '0'] = line.slice(0, tabAt).match(regularFile) ?? [];
    const size = blob === undefined ? null : sizeOf(blob, Number(bytes));
    const entry = blob === undefined || size === null ? { blob: null, bytes: 0 } : { blob, bytes: size };
    return [[line.slice(tabAt + 1), entry]];
  });
}
