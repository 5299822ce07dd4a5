import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isTestSupport } from '../../frameworks/detect/test-paths.ts';
import { showSafely } from '../../model/text.ts';
import { listPathsBetween } from '../../worktrees/list-paths.ts';
import { restorePaths } from '../../worktrees/restore-paths.ts';
import { commitCheckpoint } from './checkpoint.ts';
import { readTextsBefore } from './files-at.ts';
import { makeWriteTests } from './prompts/write-tests.ts';
import { readTexts } from './read-texts.ts';
import type { Site } from './site.ts';
import { untilKept } from './until-kept.ts';

/** The tests as an agent wrote them, committed. */
export interface WrittenTests {
  readonly commit: string;
  /** Those that are new or changed, and texts that serve them, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Those of them that were there before, as they were. */
  readonly before: Readonly<Record<string, string>>;
  /** Other files that were changed, and tests that went: they were put back. */
  readonly strays: readonly string[];
  /** The job was done in an earlier batch. */
  readonly isEarlier: boolean;
}

/** One job, and what it left: only tests may change now. `findings` say what was wrong with those before. */
export async function writeTests(site: Site, findings: readonly string[]): Promise<WrittenTests> {
  const { context, jobs, brief } = site;
  return await untilKept(context, {
    give: async (refused) => await jobs.give('write-tests', makeWriteTests(brief, [...findings, ...refused])),
    name: 'keep-tests',
    keep: async (signal) => await keepTests(site, signal),
  });
}

async function keepTests(site: Site, signal: AbortSignal): Promise<Omit<WrittenTests, 'isEarlier'>> {
  const { context, ground, workshop, project, order } = site;
  const { house } = workshop;
  const tree = await ground.enter(signal);
  const { base, repository } = tree;
  const commit = async () => await commitCheckpoint(site, tree, `Tests of ${order.task.id}`, false, signal);
  const first = await commit();
  const changed = first === base ? [] : await listPathsBetween(house, repository, { from: base, to: first }, signal);
  const isTest = (path: string) => isTestSupport(path, project.framework.kind);
  const isLost = (path: string) => isDeleted(tree.path, path) && !isMeantToGo(site, path);
  const strays = changed.filter((path) => !isTest(path) || isLost(path));
  await restorePaths(house, tree, { paths: strays, commit: base, signal });
  for (const path of strays) context.log(`put back: ${showSafely(path)} was changed, and is not to be changed now`);
  const kept = changed.filter((path) => !strays.includes(path));
  const files = Object.fromEntries(readTexts(tree.path, kept));
  const known = new Set(project.testPaths);
  const before = await readTextsBefore(
    house,
    tree,
    kept.filter((path) => known.has(path)),
    signal,
  );
  return {
    commit: strays.length === 0 ? first : await commit(),
    ...{ files, before: Object.fromEntries(before), strays },
  };
}

function isDeleted(root: string, path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined;
}

function isMeantToGo({ design }: Site, path: string): boolean {
  return design.announced.some((file) => file.path === path && file.change === 'Delete');
}
