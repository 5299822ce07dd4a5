import { judgeGreen } from '../../frameworks/scenarios/judge-green.ts';
import { matchScenarios } from '../../frameworks/scenarios/match-scenarios.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import { describeReason } from './describe-reason.ts';
import type { Work } from './implement.ts';
import { withoutKnown } from './known-failures.ts';
import { ownTests } from './own-tests.ts';
import { isPlain } from './plain-command.ts';
import type { ProvedTests } from './prove-red.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';
import type { Site } from './site.ts';
import { withoutTraces } from './without-traces.ts';

/** How the tests went with the work of a round. */
export interface Greenness {
  /** Of the scenarios' own tests; where the suite tells of each test, it is taken from there. */
  readonly run: TestRun;
  readonly suite: TestRun;
  readonly coverage: { readonly report: string | null; readonly root: string };
  /** How many scenarios have nothing but tests that pass. */
  readonly greenScenarios: number;
  /** What fails, for whoever mends it; nothing if all is green. */
  readonly failures: readonly string[];
}

/** Runs the repository's whole suite on the work, once. */
export async function proveGreen(site: Site, tests: ProvedTests, work: Work): Promise<Greenness> {
  const { context, logs, design, ground } = site;
  const { greenness, ran } = await context.step('prove-green', async ({ signal }) => {
    const tree = await ground.enter(signal);
    const committed = { tree, commit: work.commit, signal };
    const runs = await withoutTraces(site, committed, async () => await runAll(site, tree.path, tests, signal));
    const judged = judge(site, tests, runs);
    const { greenScenarios, failures } = judged;
    context.log(`${greenScenarios} of ${design.scenarios.length} scenarios are green; failures: ${failures.length}`);
    return { greenness: judged, ran: runs.map((each) => each.ran) };
  });
  await logs.keep('prove-green', work.commit, ran);
  return greenness;
}

type Runs = readonly [scenarios: SuiteRun] | readonly [scenarios: SuiteRun, suite: SuiteRun];

/** A suite that tells nothing but how it ended runs before the scenarios' own tests: it may build what they need. */
export async function runAll(
  { workshop, order, project }: Site,
  root: string,
  tests: ProvedTests,
  signal: AbortSignal,
): Promise<Runs> {
  const { framework } = project;
  const start = async (files: readonly string[] | null) =>
    await runSuite(workshop, order, { framework, root, files, wantsCoverage: true, signal });
  const isTold = framework.suite.takesOptions || framework.runner === null;
  const suite = await start(null);
  return isTold ? [suite] : [await start(tests.testFiles), suite];
}

export function judge({ design, project }: Site, { files }: ProvedTests, [first, second]: Runs): Greenness {
  const { scenarios } = design;
  const suite = (second ?? first).run;
  if (isPlain(project.framework)) {
    const isGreen = suite.exitCode === 0;
    const failures = isGreen ? [] : [`the test command failed (${first.ran.end}): ${first.ran.output.slice(-2000)}`];
    const coverage = { report: null, root: first.root };
    return { run: first.run, suite, coverage, greenScenarios: isGreen ? scenarios.length : 0, failures };
  }
  const known = withoutKnown(first.run, project.baseline);
  const run = ownTests(known, files, project);
  const reasons = [
    ...judgeGreen(known, []),
    ...judgeGreen(run, scenarios).filter(({ scenario }) => scenario !== null),
    ...(second === undefined ? [] : judgeGreen(withoutKnown(suite, project.baseline), [])),
  ];
  const matched = matchScenarios(run, scenarios);
  const green = matched.filter(({ tests }) => tests.length > 0 && tests.every(({ state }) => state === 'passed'));
  // Only of green work anybody asks what it covers.
  const coverage = { report: reasons.length === 0 ? first.coverage : null, root: first.root };
  return { run, suite, coverage, greenScenarios: green.length, failures: reasons.map(describeReason) };
}
