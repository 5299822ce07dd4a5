import { join } from 'node:path';
import type { TaskId } from '../model/task.ts';
import { type PinnedFilters, renderFilters } from './filters.ts';
import type { GitPlace } from './git-call.ts';

/**
 * What a repository's own folder was like when a task began: whatever could make git, ours or the user's, run a
 * program or see other files. All worktrees share it, so an agent could change it from any of them.
 */
export interface RepositoryGuard {
  /** Of the folder itself: another one in its place is another repository. */
  readonly inode: string;
  readonly settingsSha256: string;
  /** By their paths; null is absent. */
  readonly configFiles: Readonly<Record<string, string | null>>;
  readonly otherFiles: Readonly<Record<string, string | null>>;
  readonly hooksSha256: string;
}

/** A repository as far as a task needs it: plain data, which a step may return and a later process may use. */
export interface RepositoryPlace {
  /** The top of the work tree, as a real path. */
  readonly repoDir: string;
  /** Git's own folder, shared by all worktrees, as a real path. */
  readonly commonDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly guard: RepositoryGuard;
  /** Not in what older versions have kept. */
  readonly filters?: PinnedFilters;
}

/** A worktree of ours; plain data as well. */
export interface Worktree {
  readonly repository: RepositoryPlace;
  readonly path: string;
  /** Git's folder for this worktree alone. */
  readonly adminDir: string;
  /** Null if no branch belongs to it. */
  readonly branch: string | null;
  /** Of the settings for this worktree alone; null if there are none. */
  readonly settingsSha256: string | null;
}

export interface TaskWorktree extends Worktree {
  readonly taskId: TaskId;
  readonly branch: string;
  /** The commit that the task began with. */
  readonly base: string;
}

export interface ScratchWorktree extends Worktree {
  readonly branch: null;
  readonly commit: string;
}

export const branchPrefix = 'agentos/';

export function branchOf(taskId: TaskId): string {
  return `${branchPrefix}${taskId}`;
}

/** The branch itself; where it began, which says that it is ours; what it held before it became one commit. */
export function refsOf(taskId: TaskId): {
  readonly branch: string;
  readonly base: string;
  readonly checkpoints: string;
} {
  const own = `refs/agentos/${taskId}`;
  return { branch: `refs/heads/${branchOf(taskId)}`, base: `${own}/base`, checkpoints: `${own}/checkpoints` };
}

/** For what concerns refs and worktrees as a whole. */
export function placeOfRepository({ commonDir }: Pick<RepositoryPlace, 'commonDir'>): GitPlace {
  return { folder: commonDir, variables: { GIT_DIR: commonDir } };
}

/** For what concerns one worktree: its `.git` file is not asked. */
export function placeOfWorktree({ repository, path, adminDir }: Worktree): GitPlace {
  const folders = { GIT_DIR: adminDir, GIT_COMMON_DIR: repository.commonDir, GIT_WORK_TREE: path };
  return { folder: path, variables: { ...folders, ...renderFilters(repository.filters ?? {}) } };
}

/** No id of a task holds a dot: these names belong to nobody else. */
function nameOf(taskId: TaskId, purpose: 'task' | 'scratch' | 'removed'): string {
  return purpose === 'task' ? taskId : `${taskId}.${purpose}`;
}

export function pathOf(worktreesDir: string, taskId: TaskId, purpose: 'task' | 'scratch' | 'removed'): string {
  return join(worktreesDir, nameOf(taskId, purpose));
}

export function isCommitId(text: string, { objectFormat }: Pick<RepositoryPlace, 'objectFormat'>): boolean {
  return (objectFormat === 'sha1' ? /^[0-9a-f]{40}$/ : /^[0-9a-f]{64}$/).test(text);
}
