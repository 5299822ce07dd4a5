import type { TestRun } from '../../frameworks/test-run.ts';
import { closeScratchWorktree, openScratchWorktree } from '../../worktrees/scratch-worktree.ts';
import type { ProvedTests } from './prove-red.ts';
import { runSuite } from './run-suite.ts';
import { runSetUp } from './set-up.ts';
import type { Site } from './site.ts';

/**
 * Runs the scenarios' tests without the change, in a worktree that nobody else was in. The commit of the tests is just that:
 * all that the work may change beside them is not in it, and tests themselves are the same to the end.
 */
export async function proveWithout(site: Site, tests: ProvedTests): Promise<TestRun> {
  const { context, logs } = site;
  const { run, ran } = await context.step('prove-without', async ({ signal }) => await runScratch(site, tests, signal));
  await logs.keep('prove-without', tests.commit, ran);
  return run;
}

async function runScratch({ workshop, order, ground, project }: Site, tests: ProvedTests, signal: AbortSignal) {
  const { house } = workshop;
  const { repository, taskId } = await ground.enter(signal);
  const { worktreesDir } = order;
  const scratch = await openScratchWorktree(house, { repository, worktreesDir, taskId, commit: tests.commit, signal });
  try {
    const root = scratch.path;
    const { framework } = project;
    const setUp = await runSetUp(workshop, order, framework, root, signal);
    const suite = { framework, root, files: tests.testFiles, wantsCoverage: false, signal };
    const { run, ran } = await runSuite(workshop, order, suite);
    return { run, ran: [...setUp, ran] };
  } finally {
    await closeScratchWorktree(house, scratch);
  }
}
