import { readTip } from '../../worktrees/commit-all.ts';
import { type Diff, diffCommits } from '../../worktrees/diff.ts';
import { openFolderReader } from '../../worktrees/folder-reader.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { WorkflowContext } from '../workflow.ts';
import { refitSetUp } from './find-framework.ts';
import { describeGates } from './gates/describe-gates.ts';
import { judgeSetUp, type SetUpSite } from './judge-set-up.ts';
import { isManifest, stampSetUp } from './manifests.ts';
import { mustBeSetUp, runSetUp } from './set-up.ts';
import { writeSetUpNote } from './set-up-note.ts';
import { shortenList, tidy } from './set-up-traces.ts';

interface Equipping extends SetUpSite {
  readonly context: Pick<WorkflowContext, 'log'>;
}

const maxPatchBytes = 2 * 1024 * 1024;

/**
 * Makes a worktree ready that was made again, with work of an earlier batch in it. That work may be what breaks set-up, and
 * only whoever goes on with it can mend it: so it is told, and whoever comes to run tests repeats it (`repeatSetUp`).
 * Throws `setup` only where there is no work yet.
 */
export async function setUpAnew(site: Equipping, tree: TaskWorktree, signal: AbortSignal): Promise<void> {
  const { context, workshop, order, design, project } = site;
  const { path: root, base } = tree;
  const tip = await readTip(workshop.house, tree, signal);
  const { framework } = project;
  const changed = tip === base ? [] : await listSafe(site, tree, tip, signal);
  if (changed === null) return;
  const reader = openFolderReader(root);
  const refitted = changed.some(isManifest) ? refitSetUp(order, design, framework, reader) : framework;
  const setUp = await runSetUp(workshop, order, refitted, root, signal);
  if (tip === base) mustBeSetUp(setUp);
  // What a set-up that failed left behind is no work either.
  const { left } = await tidy(workshop, tree, { commit: tip, keeps: () => false, signal });
  leaveAlone(project.leaveOut, shortenList(left, reader.paths));
  if (setUp.failed === null) writeSetUpNote(workshop.house, tree, stampSetUp(order, root, changed));
  else context.log(`note: with the work so far ${setUp.failed.message}`);
}

/** What differs from the base; null if set-up would run what nobody announced. */
async function listSafe(
  site: Equipping,
  tree: TaskWorktree,
  tip: string,
  signal: AbortSignal,
): Promise<string[] | null> {
  const { house } = site.workshop;
  const diff: Diff = await diffCommits(house, tree.repository, { from: tree.base, to: tip, maxPatchBytes, signal });
  const paths = diff.files.map(({ path }) => path);
  if (!paths.some(isManifest)) return paths;
  const refused = await judgeSetUp(site, tree, diff, signal);
  for (const finding of describeGates(refused)) site.context.log(`set-up is not run with the work so far: ${finding}`);
  return refused.length === 0 ? paths : null;
}

export function leaveAlone(leaveOut: string[], left: readonly string[]): void {
  const known = new Set(leaveOut);
  leaveOut.push(...left.filter((path) => !known.has(path)));
}
