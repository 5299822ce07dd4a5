import { isTestPath, isTestSupport } from '../../frameworks/detect/test-paths.ts';
import { listNotes } from '../../model/persons-answer.ts';
import { showSafely } from '../../model/text.ts';
import { type Diff, diffCommits } from '../../worktrees/diff.ts';
import { holdsMore } from '../../worktrees/holds-more.ts';
import { listPathsBetween } from '../../worktrees/list-paths.ts';
import { restorePaths } from '../../worktrees/restore-paths.ts';
import { treeOfCommit } from '../../worktrees/tree-of-commit.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import { commitCheckpoint } from './checkpoint.ts';
import { stampSetUp } from './manifests.ts';
import { makeImplement } from './prompts/implement.ts';
import type { ProvedTests } from './prove-red.ts';
import { readTexts } from './read-texts.ts';
import { readSetUpNote } from './set-up-note.ts';
import type { Site } from './site.ts';
import { untilKept } from './until-kept.ts';

/** What an agent made of the design, committed. */
export interface Work {
  readonly commit: string;
  /** From the base of the task. */
  readonly diff: Diff;
  /** Of its files: two works of one tree are the same. */
  readonly tree: string;
  /** Nothing but the tests was changed. */
  readonly isEmpty: boolean;
  /** Files lay beside it that are not committed. */
  readonly hasMore: boolean;
  /** Set-up was never run with these manifests: tests would not find the packages that the work asks for. */
  readonly isStale: boolean;
  readonly isEarlier: boolean;
}

const maxPatchBytes = 2 * 1024 * 1024;

/** One job: the first one by the design, others by what was found. */
export async function implement(site: Site, tests: ProvedTests, findings: readonly string[]): Promise<Work> {
  const { context, jobs, brief } = site;
  const agreed = { testFiles: tests.testFiles, decisions: listNotes(tests.persons) };
  return await untilKept(context, {
    give: async (refused) => await jobs.give('implement', makeImplement(brief, agreed, [...findings, ...refused])),
    name: 'keep-work',
    keep: async (signal) => await keepWork(site, tests, signal),
  });
}

/** The same work once more, with what set-up wrote for it. */
export async function keepLocks(site: Site, tests: ProvedTests, { isEarlier }: Work): Promise<Work> {
  const kept = await site.context.step('keep-locks', async ({ signal }) => await keepWork(site, tests, signal));
  return { ...kept, isEarlier };
}

async function keepWork(site: Site, tests: ProvedTests, signal: AbortSignal): Promise<Omit<Work, 'isEarlier'>> {
  const { context, ground, workshop, order } = site;
  const { house } = workshop;
  const tree = await ground.enter(signal);
  // All files are read: what is tested and judged from here on is what is committed.
  const commit = async () => await commitCheckpoint(site, tree, `Work on ${order.task.id}`, true, signal);
  const compare = async (to: string) =>
    await diffCommits(house, tree.repository, { from: tree.base, to, maxPatchBytes, signal });
  const first = await commit();
  const firstDiff = await compare(first);
  // Tests may change only while they are written.
  const putBack = await findChangedTests(site, tests, { tree, tip: first, diff: firstDiff }, signal);
  const settle = async (tip: string, diff: Diff): Promise<Omit<Work, 'isEarlier'>> => ({
    commit: tip,
    diff,
    tree: await treeOfCommit(house, tree.repository, tip, signal),
    isEmpty: diff.files.every(({ path }) => isTest(site, path)),
    hasMore: holdsMore(tree),
    isStale: readSetUpNote(tree) !== stampSetUp(order, tree.path, listPaths(diff)),
  });
  if (putBack.length === 0) return await settle(first, firstDiff);
  await restorePaths(house, tree, { paths: putBack, commit: tests.commit, signal });
  for (const path of putBack) context.log(`put back: ${showSafely(path)} is a test, and was changed`);
  const second = await commit();
  return await settle(second, await compare(second));
}

function listPaths({ files }: Diff): string[] {
  return files.map(({ path }) => path);
}

interface Kept {
  readonly tree: TaskWorktree;
  readonly tip: string;
  readonly diff: Diff;
}

/** Git is asked only if something looks as if tests were changed. */
async function findChangedTests(
  site: Site,
  tests: ProvedTests,
  { tree, tip, diff }: Kept,
  signal: AbortSignal,
): Promise<string[]> {
  const isHeld = (path: string) => isTest(site, path);
  const now = readTexts(tree.path, Object.keys(tests.files));
  const isSame = Object.entries(tests.files).every(([path, text]) => now.get(path) === text);
  const isKnown = diff.files.every(({ path }) => !isHeld(path) || tests.files[path] !== undefined);
  if (isSame && isKnown) return [];
  const range = { from: tests.commit, to: tip };
  return (await listPathsBetween(site.workshop.house, tree.repository, range, signal)).filter(isHeld);
}

/** What serves tests may still be made if the design says so; tests may not. */
function isTest({ project, design }: Site, path: string): boolean {
  const { kind } = project.framework;
  if (isTestPath(path, kind)) return true;
  return isTestSupport(path, kind) && !design.announced.some((file) => file.path === path);
}
