import { join } from 'node:path';
import { showSafely } from '../model/text.ts';
import type { Changes } from './changes.ts';
import type { Operation } from './operation.ts';
import { readSmallFile } from './small-file.ts';

interface Noticed {
  readonly repoDir: string;
  readonly branch: string | null;
  readonly isShallow: boolean;
  readonly isPartial: boolean;
  readonly isSparse: boolean;
  readonly operation: Operation | null;
  readonly submodules: readonly string[];
}

/** What works, and may surprise. */
export function makeNotes(state: Noticed, settings: ReadonlyMap<string, string>, changes: Changes): string[] {
  const { branch, isShallow, isPartial, isSparse, operation, submodules } = state;
  return [
    ...describeDirt(changes),
    ...(operation === null
      ? []
      : [`a ${operation} is not finished here: tasks start from the commit that is checked out`]),
    ...(branch === null && operation === null
      ? ['HEAD is detached: tasks start from the commit that is checked out']
      : []),
    ...(isShallow ? ['this clone is shallow: branches that are pushed may need `git fetch --unshallow` first'] : []),
    ...(isPartial ? ['this is a partial clone: files that it lacks are not fetched for a task'] : []),
    ...(isSparse ? ["this checkout is sparse: a task's worktree holds all files"] : []),
    ...(submodules.length > 0 ? [describeSubmodules(submodules)] : []),
    ...(lacksLfs(state, settings) ? ['files in large storage stay pointers in a worktree: run `git lfs install`'] : []),
  ];
}

/** Designs and their lineage are what this tool itself writes, and reads where they are. */
const ownFolders = /^docs\/(?:lineage|lld)\//;

function describeDirt({ paths, untracked }: Changes): string[] {
  const firstUntracked = paths.length - untracked;
  const tracked = paths.slice(0, firstUntracked);
  const others = paths.slice(firstUntracked).filter((path) => !ownFolders.test(path));
  const parts = [
    ...(tracked.length > 0 ? [`${tracked.length} changed`] : []),
    ...(others.length > 0 ? [`${others.length} untracked`] : []),
  ];
  if (parts.length === 0) return [];
  const shown = showSome([...tracked, ...others]);
  return [`${parts.join(' and ')} path(s) of your checkout are not committed: tasks do not see them (${shown})`];
}

function showSome(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map(showSafely).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}

function describeSubmodules(submodules: readonly string[]): string {
  return `submodules are empty in a task's worktree (${showSome(submodules)}): docs/implementation.md has a setUpCommand that fills them`;
}

function lacksLfs({ repoDir }: Noticed, settings: ReadonlyMap<string, string>): boolean {
  if (settings.has('filter.lfs.process') || settings.has('filter.lfs.smudge')) return false;
  return /\bfilter=lfs\b/.test(readSmallFile(join(repoDir, '.gitattributes'))?.toString('utf8') ?? '');
}
