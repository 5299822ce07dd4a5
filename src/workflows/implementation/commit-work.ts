import { writeInside } from '../../store/worktree-files.ts';
import { readTip } from '../../worktrees/commit-all.ts';
import { commitPaths } from '../../worktrees/commit-paths.ts';
import { removeWorktree } from '../../worktrees/remove-worktree.ts';
import { type Squashed, squashOnto } from '../../worktrees/squash.ts';
import { changeRefs } from '../../worktrees/task-branch.ts';
import { refsOf } from '../../worktrees/worktree.ts';
import { checkpointTrailers } from './checkpoint.ts';
import { makeTrailers } from './commit-message.ts';
import type { Site } from './site.ts';

/** What is handed over. */
export interface HandOver {
  readonly message: string;
  /** Files of the branch that we write ourselves, by path. */
  readonly reports: Readonly<Record<string, string>>;
}

/**
 * One commit on the base: what was judged, and the reports, and nothing that tests left since. The same order gives the same
 * commit, so that a step that was cut off never commits twice.
 */
export async function commitWork(site: Site, { message, reports }: HandOver): Promise<Squashed> {
  const { context, workshop, ground, order, lld, by } = site;
  const { house } = workshop;
  return await context.step('commit', async ({ signal }) => {
    const tree = await ground.enter(signal);
    for (const [path, text] of Object.entries(reports)) writeInside(tree.path, path, text);
    const what = { message: `Reports of ${order.task.id}`, trailers: checkpointTrailers(tree), by, signal };
    const commit = await commitPaths(house, tree, Object.keys(reports), what);
    const trailers = makeTrailers(order.task.id, lld.sha256);
    return await squashOnto(house, tree, { commit, message, trailers, by, signal });
  });
}

/** The branch stays as it was handed over, whatever tests left in the worktree after it was judged. */
export async function leaveWorktree(
  { context, workshop, ground, project, by }: Site,
  { commit }: Squashed,
): Promise<void> {
  const { house } = workshop;
  await context.step('remove-worktree', async ({ signal }) => {
    const { tree } = ground;
    const { repository } = tree;
    await removeWorktree(house, tree, { by, leaveOut: project.leaveOut, isThorough: false, signal });
    const tip = await readTip(house, tree, signal);
    if (tip === commit) return;
    const refusal = await changeRefs(house, { repository, signal }, [
      `update ${refsOf(tree.taskId).branch} ${commit} ${tip}`,
    ]);
    if (refusal !== null) throw refusal;
  });
}
