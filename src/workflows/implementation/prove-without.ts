import type { TestRun } from '../../frameworks/test-run.ts';
import { inScratch } from './in-scratch.ts';
import type { ProvedTests } from './prove-red.ts';
import { runSuite } from './run-suite.ts';
import { mustBeSetUp } from './set-up.ts';
import type { Site } from './site.ts';

/**
 * Runs the scenarios' tests without the change, in a worktree that nobody else was in. The commit of the tests is just that:
 * all that the work may change beside them is not in it, and tests themselves are the same to the end.
 */
export async function proveWithout(site: Site, { commit, testFiles }: ProvedTests): Promise<TestRun> {
  const { context, logs, workshop, order, project } = site;
  const { run, ran } = await context.step('prove-without', async ({ signal }) => {
    const { result, setUp } = await inScratch(site, { commit, isAsBase: true, signal }, async (root) => {
      const suite = { framework: project.framework, root, files: testFiles, wantsCoverage: false, signal };
      return await runSuite(workshop, order, suite);
    });
    const made = mustBeSetUp(setUp);
    // Whoever is set up has run its tests.
    if (result === null) throw new Error('no test was run');
    return { run: result.run, ran: [...made, result.ran] };
  });
  await logs.keep('prove-without', commit, ran);
  return run;
}
