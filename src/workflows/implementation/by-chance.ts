import type { RanTest } from '../../frameworks/test-run.ts';
import { listPassed } from './gates/left-out.ts';
import { withoutKnown } from './known-failures.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';
import type { Site } from './site.ts';

/** A run, and what became of its failures when they were run again. */
interface RunAgain {
  /** The first run, with what passed then. */
  readonly settled: SuiteRun;
  readonly again: SuiteRun;
  /** Tests that failed, and passed the second time. */
  readonly byChance: readonly string[];
}

/**
 * Tests that passed before the change, and fail with it, may fail by chance: if nothing else does, the suite is run once
 * more before an agent is paid to look into it. Null where there are no such tests, or they are not all that is wrong.
 */
export async function runAgain(site: Site, first: SuiteRun, signal: AbortSignal): Promise<RunAgain | null> {
  const { workshop, order, project } = site;
  const { framework, baseline, passed = [] } = project;
  const { tests, fileFailures, trouble } = withoutKnown(first.run, baseline);
  const failed = tests.filter(({ state }) => state === 'failed');
  const passedBefore = new Set(passed);
  const isAll = trouble === null && fileFailures.length === 0 && failed.every(({ id }) => passedBefore.has(id));
  if (!isAll || failed.length === 0) return null;
  // All of it: what fails only beside other tests does not fail by chance.
  const whole = { framework, root: first.root, files: null, wantsCoverage: false, signal };
  const again = await runSuite(workshop, order, whole);
  const passedNow = new Set(listPassed(again.run));
  const isByChance = ({ id }: RanTest) => passedNow.has(id);
  const settle = (test: RanTest): RanTest =>
    test.state === 'failed' && isByChance(test) ? { ...test, state: 'passed', failure: null } : test;
  const settled = { ...first, run: { ...first.run, tests: first.run.tests.map(settle) } };
  return { settled, again, byChance: failed.filter(isByChance).map(({ name }) => name) };
}
