import { listPathsBetween } from '../../worktrees/list-paths.ts';
import { restorePaths } from '../../worktrees/restore-paths.ts';
import { commitCheckpoint } from './checkpoint.ts';
import type { Site } from './site.ts';

/** Gives all files the content that they had in the best commit so far; what came since stays in the branch's history. */
export async function restoreBest(site: Site, best: string): Promise<void> {
  const { context, ground, workshop, order } = site;
  await context.step('restore-best', async ({ signal }) => {
    const tree = await ground.enter(signal);
    const tip = await commitCheckpoint(site, tree, `Work on ${order.task.id}`, true, signal);
    const paths = await listPathsBetween(workshop.house, tree.repository, { from: best, to: tip }, signal);
    await restorePaths(workshop.house, tree, { paths, commit: best, signal });
    await commitCheckpoint(site, tree, `Best state of ${order.task.id} so far`, true, signal);
    context.log(`back to the best state so far (${best.slice(0, 12)})`);
  });
}
