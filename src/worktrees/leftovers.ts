import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../model/paths.ts';
import type { TaskId } from '../model/task.ts';
import { findFlaw } from './assert-worktree.ts';
import { isContained } from './contained.ts';
import type { WorktreeHouse } from './house.ts';
import { listChanged } from './list-changed.ts';
import { toWorktree } from './make-worktree.ts';
import { isOfAnother, isRealFolder, look, resolveWorktreesDir } from './places.ts';
import { listRegistrations, type Registration } from './registrations.ts';
import { listTaskRefs, type TaskRefs } from './task-refs.ts';
import { branchOf, type RepositoryPlace, type TaskWorktree } from './worktree.ts';

export interface LeftoverOrder {
  readonly repository: RepositoryPlace;
  /** Absolute. */
  readonly worktreesDir: string;
  /** The commit into which branches may have been merged. */
  readonly head: string;
  /** The id of a task, if the name is one. */
  mintId(name: string): TaskId | null;
  readonly signal: AbortSignal;
}

interface LeftoverBranch extends TaskRefs {
  readonly kind: 'branch';
  readonly taskId: TaskId;
  readonly branch: string;
  /** Merged only as other commits: its own are nowhere else. */
  readonly isRewritten: boolean;
}

export type Leftover =
  /** Whole; what is uncommitted in it is saved when it is removed. */
  | { readonly kind: 'worktree'; readonly path: string; readonly tree: TaskWorktree; readonly isDirty: boolean }
  /** Ours, and not what we made any more: a person has to look at it. */
  | { readonly kind: 'damaged'; readonly path: string; readonly flaw: string }
  /** Nobody's work: half-made, used up, or half removed. `adminDir` is null if git does not know it. */
  | { readonly kind: 'litter'; readonly path: string | null; readonly adminDir: string | null }
  /** A branch of ours without a worktree. */
  | LeftoverBranch
  /** Not ours. */
  | { readonly kind: 'unknown'; readonly path: string };

/**
 * What is left of tasks, for somebody who wants to clean up; nothing is changed (2 calls, and one
 * for each worktree, up to three for each branch that git does not call merged).
 */
export async function listLeftovers(house: WorktreeHouse, order: LeftoverOrder): Promise<Leftover[]> {
  const { repository } = order;
  const worktreesDir = resolveWorktreesDir(repository, order.worktreesDir);
  const refs = await listTaskRefs(house, order);
  const registrations = listRegistrations(repository.commonDir);
  const found: Leftover[] = [];
  for (const name of listNames(worktreesDir)) {
    const path = join(worktreesDir, name);
    const registration = registrations.find((one) => one.path === path) ?? null;
    found.push(await judgeFolder(house, order, { name, path, registration, refs }));
  }
  const inUse = new Set(found.flatMap((one) => (one.kind === 'worktree' ? [one.tree.taskId] : [])));
  const branches = [...refs].filter(([taskId]) => !inUse.has(taskId));
  return [
    ...found,
    ...registrations.flatMap((registration) => judgeRegistration(registration, worktreesDir)),
    ...(await judgeBranches(house, order, branches)),
  ];
}

async function judgeBranches(
  house: WorktreeHouse,
  { repository, head, signal }: LeftoverOrder,
  branches: readonly (readonly [TaskId, TaskRefs])[],
): Promise<LeftoverBranch[]> {
  const judged: LeftoverBranch[] = [];
  for (const [taskId, { base, tip, isMerged }] of branches) {
    const isRewritten =
      !isMerged && tip !== null && (await isContained(house, repository, { base, tip, head, signal }));
    const refs = { base, tip, isMerged: isMerged || isRewritten };
    judged.push({ kind: 'branch', taskId, branch: branchOf(taskId), ...refs, isRewritten });
  }
  return judged;
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly registration: Registration | null;
  readonly refs: ReadonlyMap<TaskId, TaskRefs>;
}

async function judgeFolder(house: WorktreeHouse, order: LeftoverOrder, entry: Entry): Promise<Leftover> {
  const { name, path, registration, refs } = entry;
  const [, stem = name, purpose] = name.match(/^(.+)\.(scratch|removed)$/) ?? [];
  const taskId = order.mintId(stem);
  if (taskId === null || !isRealFolder(path)) return { kind: 'unknown', path };
  const adminDir = registration?.adminDir ?? null;
  if (purpose !== undefined)
    return isForeign(order, entry, taskId) ? { kind: 'unknown', path } : { kind: 'litter', path, adminDir };
  const base = refs.get(taskId)?.base;
  if (registration?.isUnfinished && base !== undefined) return { kind: 'litter', path, adminDir };
  if (registration === null || base === undefined) return { kind: 'unknown', path };
  const { repository, signal } = order;
  const tree: TaskWorktree = { ...toWorktree(repository, path, registration), taskId, branch: branchOf(taskId), base };
  const flaw = findFlaw(tree);
  if (flaw !== null) return { kind: 'damaged', path, flaw };
  return { kind: 'worktree', path, tree, isDirty: (await listChanged(house, tree, signal)).paths.length > 0 };
}

/** Below the repository nobody else makes folders of such names; elsewhere people, and other repositories, may. */
function isForeign({ repository }: LeftoverOrder, { path, refs }: Entry, taskId: TaskId): boolean {
  if (isInside(repository.repoDir, path)) return false;
  return !refs.has(taskId) || isOfAnother(repository, path);
}

/** What git knows of folders that are gone, or were never made. */
function judgeRegistration({ path, adminDir, isOurs, isUnfinished }: Registration, worktreesDir: string): Leftover[] {
  const isGone = path !== null && isInside(worktreesDir, path) && look(path) === null && isOurs;
  return isGone || (path === null && isUnfinished) ? [{ kind: 'litter', path: null, adminDir }] : [];
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
