import type { TestRun } from '../../frameworks/test-run.ts';
import { restorePaths } from '../../worktrees/restore-paths.ts';
import { inScratch } from './in-scratch.ts';
import type { ProvedTests } from './prove-red.ts';
import type { RanCommand } from './run-command.ts';
import { runSuite } from './run-suite.ts';
import { mustBeSetUp } from './set-up.ts';
import type { Site } from './site.ts';

interface RanWithout {
  readonly run: TestRun;
  readonly ran: readonly RanCommand[];
}

/**
 * The scenarios' tests without the change, in a worktree that nobody else was in. The commit of the tests is just that: all
 * that the work may change beside them is not in it, and tests themselves are the same to the end. So they run once.
 */
export class Without implements AsyncDisposable {
  readonly #site: Site;
  readonly #tests: ProvedTests;
  readonly #stop = new AbortController();
  #running: Promise<RanWithout> | null = null;
  #run: TestRun | null = null;

  constructor(site: Site, tests: ProvedTests) {
    this.#site = site;
    this.#tests = tests;
  }

  /** Beside the agent, who needs longer: where neither can come into the other's way, on the disk or on a port. */
  begin(): void {
    const { workshop, order } = this.#site;
    if (workshop.sandbox.level !== 'bwrap' || order.building.sandboxNetwork === 'host') return;
    // Whoever needs it is told what went wrong.
    this.#start().catch(() => {});
  }

  /** Null as long as nobody has needed it. */
  get run(): TestRun | null {
    return this.#run;
  }

  async prove(): Promise<TestRun> {
    if (this.#run !== null) return this.#run;
    const { run, ran } = await this.#start();
    await this.#site.logs.keep('prove-without', this.#tests.commit, ran);
    this.#run = run;
    return run;
  }

  /** Nothing of a task is left when it ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running?.catch(() => {});
  }

  async #start(): Promise<RanWithout> {
    this.#running ??= runWithout(this.#site, this.#tests, this.#stop.signal);
    return await this.#running;
  }
}

/** Set-up never sees the tests, as before they were shown to be red: one that checks types fails by what they ask for. */
async function runWithout(site: Site, { commit, testFiles }: ProvedTests, stop: AbortSignal): Promise<RanWithout> {
  const { context, workshop, order, project, ground } = site;
  return await context.step('prove-without', async (env) => {
    const signal = AbortSignal.any([env.signal, stop]);
    const start = project.hasSetUp === false ? commit : ground.tree.base;
    const { result, setUp } = await inScratch(site, { commit: start, isAsBase: true, signal }, async (scratch) => {
      if (start !== commit) await restorePaths(workshop.house, scratch, { paths: ['.'], commit, signal });
      const { path: root } = scratch;
      const suite = { framework: project.framework, root, files: testFiles, wantsCoverage: false, signal };
      return await runSuite(workshop, order, suite);
    });
    const made = mustBeSetUp(setUp);
    // Whoever is set up has run its tests.
    if (result === null) throw new Error('no test was run');
    return { run: result.run, ran: [...made, result.ran] };
  });
}
