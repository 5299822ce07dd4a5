import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { TaskFailure } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import { readTip } from '../../worktrees/commit-all.ts';
import { inspectRepository } from '../../worktrees/inspect-repository.ts';
import { listChanged } from '../../worktrees/list-changed.ts';
import { listIgnored } from '../../worktrees/list-ignored.ts';
import { type OpenOrder, openTaskWorktree } from '../../worktrees/open-task-worktree.ts';
import type { Signature } from '../../worktrees/signature.ts';
import { placeOfRepository, type RepositoryPlace, type TaskWorktree } from '../../worktrees/worktree.ts';
import type { WorkflowContext } from '../workflow.ts';
import { holdsDesign } from './branch-design.ts';
import { reportPaths } from './lineage-places.ts';
import type { LoadedLld } from './load-lld.ts';
import type { ImplementationOrder } from './order.ts';
import type { Design } from './read-design.ts';
import { setAside, setAsideOutdated } from './set-aside.ts';
import type { Workshop } from './workshop.ts';

export interface OpenedPlace {
  readonly tree: TaskWorktree;
  /** The base has the very design that is implemented: see `holdsDesign`. */
  readonly isDesignInBase: boolean;
  /** For people: what works, and may surprise. */
  readonly notes: readonly string[];
}

interface Opening {
  readonly context: WorkflowContext;
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  readonly lld: LoadedLld;
  readonly design: Design;
  readonly by: Signature;
}

/** A worktree at the commit that is checked out, on a branch of the task's own. Earlier work is put aside, never lost. */
export async function openWorktree(opening: Opening): Promise<OpenedPlace> {
  const { context, order } = opening;
  const place = await context.step('open-worktree', async ({ signal }) => {
    const opened = await open(opening, signal);
    for (const note of opened.notes) context.log(`note: ${showSafely(note)}`);
    return opened;
  });
  refuseMoved(place.tree, order.repoDir);
  return place;
}

/** Steps hold whole paths: those of a repository that was moved lead nowhere, those of a copy into the original. */
function refuseMoved({ repository, path }: TaskWorktree, repoDir: string): void {
  const { repoDir: first } = repository;
  if (first === repoDir) return;
  const fix = existsSync(first)
    ? 'this is a copy; go on with it there'
    : `move it back, and retry${adviseFresh(first, path)}`;
  const message = `the task began when its repository was ${first}: ${fix}`;
  throw new TaskFailure({ code: 'conflict', message: showSafely(message) });
}

/** What was done so far is then put aside under another name. */
function adviseFresh(first: string, path: string): string {
  const moved = relative(first, path);
  return moved.startsWith('..') ? '' : `; or run \`git worktree repair ${moved}\`, and retry with --fresh`;
}

async function open({ order, workshop, lld, design, by }: Opening, signal: AbortSignal): Promise<OpenedPlace> {
  const { house } = workshop;
  const { task, repoDir, worktreesDir } = order;
  const state = await inspectRepository(house, repoDir, signal);
  const { commonDir, objectFormat, guard, filters = {}, head } = state;
  const repository: RepositoryPlace = { repoDir: state.repoDir, commonDir, objectFormat, guard, filters };
  const opened = await openFresh(workshop, { repository, worktreesDir, taskId: task.id, base: head, signal }, by);
  const conflict =
    findInSubmodules(design, state.submodules) ??
    findConflict(design, opened.tree.path) ??
    findClosedReports(task.id, opened.tree.path, state.submodules) ??
    (await findIgnored(workshop, design, opened.tree, signal));
  if (conflict !== null) {
    await setAside(house, opened.tree, by, signal);
    throw conflict;
  }
  const notes = [...state.notes, ...opened.notes, ...(await judgeBase(workshop, repository, design, head, signal))];
  const isDesignInBase = holdsDesign(opened.tree.path, task.inputPath, lld.sha256);
  return { tree: opened.tree, isDesignInBase, notes };
}

/** What an attempt left whose steps nobody remembers is put aside under another name. */
async function openFresh(
  workshop: Workshop,
  order: OpenOrder,
  by: Signature,
): Promise<Omit<OpenedPlace, 'isDesignInBase'>> {
  const { house } = workshop;
  const first = await openTaskWorktree(house, order).catch((error: unknown) => {
    if (error instanceof AgentOsError && error.code === 'BRANCH_OUTDATED') return null;
    throw error;
  });
  if (first !== null && (!first.isResumed || (await isUntouched(workshop, first.tree, order.signal)))) {
    return { tree: first.tree, notes: [] };
  }
  const name =
    first === null ? await setAsideOutdated(house, order, by) : await setAside(house, first.tree, by, order.signal);
  const { tree } = await openTaskWorktree(house, order);
  return { tree, notes: name === null ? [] : [`earlier work on this task is kept as branch ${name}`] };
}

/** This very step was cut off: nothing was done there yet. */
async function isUntouched({ house }: Workshop, tree: TaskWorktree, signal: AbortSignal): Promise<boolean> {
  if ((await readTip(house, tree, signal)) !== tree.base) return false;
  return (await listChanged(house, tree, signal)).paths.length === 0;
}

/** A design that changes what is not there; null if all is. */
function findConflict({ announced }: Design, root: string): TaskFailure | null {
  const isThere = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
  const missing = announced.filter(({ change, path }) => change !== 'Add' && !isThere(path)).map(({ path }) => path);
  if (missing.length === 0) return null;
  const what = `the design changes files that are not in the commit that is checked out: ${missing.join(', ')}`;
  return new TaskFailure({ code: 'conflict', message: showSafely(`${what}. Was it made for another branch?`) });
}

/** What git ignores is never committed: an agent would be paid for what cannot be handed over. */
async function findIgnored(
  { house }: Workshop,
  { announced }: Design,
  tree: TaskWorktree,
  signal: AbortSignal,
): Promise<TaskFailure | null> {
  if (announced.some(({ path }) => basename(path) === '.gitignore')) return null;
  const added = announced.filter(({ change }) => change === 'Add').map(({ path }) => path);
  const ignored = added.length === 0 ? [] : await listIgnored(house, tree, added, signal);
  if (ignored.length === 0) return null;
  const what = `the design adds files that git ignores, and that no commit would hold: ${ignored.join(', ')}`;
  return new TaskFailure({ code: 'conflict', message: showSafely(`${what}. Change .gitignore, or the design`) });
}

/** What an agent writes there no commit of this repository holds. */
function findInSubmodules({ announced }: Design, submodules: readonly string[]): TaskFailure | null {
  const inside = announced.filter(({ path }) => submodules.some((submodule) => path.startsWith(`${submodule}/`)));
  if (inside.length === 0) return null;
  const what = `the design changes files of a submodule: ${inside.map(({ path }) => path).join(', ')}`;
  const fix = 'That is a repository of its own: it needs a design there';
  return new TaskFailure({ code: 'conflict', message: showSafely(`${what}. ${fix}`) });
}

/** Nothing is written through a link, or committed in a submodule: better told now than when all is done. */
function findClosedReports(taskId: string, root: string, submodules: readonly string[]): TaskFailure | null {
  const steps = dirname(reportPaths(taskId).implementation).split('/');
  const ways = steps.map((_, at) => steps.slice(0, at + 1).join('/'));
  const isLink = (way: string) => lstatSync(join(root, way), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const closed = ways.find((way) => submodules.includes(way) || isLink(way));
  if (closed === undefined) return null;
  const kind = submodules.includes(closed) ? 'submodule' : 'link';
  const what = `${closed} is a ${kind} in the commit that is checked out, and reports are not written through one`;
  return new TaskFailure({ code: 'conflict', message: showSafely(`${what}: put a folder in its place`) });
}

async function judgeBase(
  { house }: Workshop,
  repository: RepositoryPlace,
  { base }: Design,
  head: string,
  signal: AbortSignal,
): Promise<string[]> {
  if (base === null || !/^[0-9a-f]{7,64}$/.test(base) || head.startsWith(base)) return [];
  const args = ['merge-base', '--is-ancestor', base, head];
  const { code } = await house.git.run(placeOfRepository(repository), args, { signal });
  return code === 0
    ? []
    : [`the design was made at ${base.slice(0, 12)}, which the commit that is checked out does not hold`];
}
