import type { Diff } from '../../worktrees/diff.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { GateResult } from './evidence.ts';
import { readAfter, readBefore } from './files-at.ts';
import { judgeContent } from './gates/content.ts';
import { openChange } from './gates/judged-change.ts';
import { judgeSensitive } from './gates/sensitive.ts';
import type { ImplementationOrder } from './order.ts';
import type { Project } from './project.ts';
import type { Design } from './read-design.ts';
import type { Workshop } from './workshop.ts';

/** What set-up goes by. */
export interface SetUpSite {
  readonly workshop: Workshop;
  readonly order: ImplementationOrder;
  readonly design: Design;
  readonly project: Project;
}

/**
 * The gates that fail for a change whose set-up is to be run. It may reach the network, and an agent may not: whatever would
 * run by itself while packages are installed has to be announced before, not only when all is done.
 */
export async function judgeSetUp(
  { workshop, order, design, project }: SetUpSite,
  tree: TaskWorktree,
  diff: Diff,
  signal: AbortSignal,
): Promise<GateResult[]> {
  const { isStrict, leastCoverage } = order.building;
  const change = openChange({
    announced: design.announced,
    ownPaths: [],
    diff,
    before: await readBefore(workshop.house, tree, diff, signal),
    after: readAfter(tree),
    provedTests: new Map(),
    framework: project.framework,
    coverage: { report: null, root: tree.path },
    settings: { isStrict, leastCoverage },
  });
  return [judgeSensitive(change), judgeContent(change)].filter(({ state }) => state === 'failed');
}
