import { join } from 'node:path';
import { showSafely } from '../model/text.ts';
import type { Operation } from './operation.ts';
import { readSmallFile } from './small-file.ts';

interface Noticed {
  readonly repoDir: string;
  readonly branch: string | null;
  readonly dirty: { readonly tracked: number; readonly untracked: number };
  readonly isShallow: boolean;
  readonly isPartial: boolean;
  readonly isSparse: boolean;
  readonly operation: Operation | null;
  readonly submodules: readonly string[];
}

/** What works, and may surprise. */
export function makeNotes(state: Noticed, settings: ReadonlyMap<string, string>): string[] {
  const { branch, dirty, isShallow, isPartial, isSparse, operation, submodules } = state;
  return [
    ...(dirty.tracked + dirty.untracked > 0 ? [describeDirt(dirty)] : []),
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

function describeDirt({ tracked, untracked }: Noticed['dirty']): string {
  const parts = [...(tracked > 0 ? [`${tracked} changed`] : []), ...(untracked > 0 ? [`${untracked} untracked`] : [])];
  return `${parts.join(' and ')} path(s) of your checkout are not committed: tasks do not see them`;
}

function describeSubmodules(submodules: readonly string[]): string {
  const shown = submodules.slice(0, 3).map(showSafely).join(', ');
  const more = submodules.length > 3 ? ` and ${submodules.length - 3} more` : '';
  return `submodules are empty in a task's worktree (${shown}${more}): let prepare run \`git submodule update --init\``;
}

function lacksLfs({ repoDir }: Noticed, settings: ReadonlyMap<string, string>): boolean {
  if (settings.has('filter.lfs.process') || settings.has('filter.lfs.smudge')) return false;
  return /\bfilter=lfs\b/.test(readSmallFile(join(repoDir, '.gitattributes'))?.toString('utf8') ?? '');
}
