import { judgeGreen } from '../../frameworks/scenarios/judge-green.ts';
import { matchScenarios } from '../../frameworks/scenarios/match-scenarios.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import { showSafely } from '../../model/text.ts';
import { runAgain } from './by-chance.ts';
import { describeReason } from './describe-reason.ts';
import type { Work } from './implement.ts';
import { withoutKnown } from './known-failures.ts';
import { ownTests } from './own-tests.ts';
import { isPlain } from './plain-command.ts';
import type { ProvedTests } from './prove-red.ts';
import type { RanCommand } from './run-command.ts';
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
  /** Tests that failed once: see `runAgain`. Earlier versions did not keep it. */
  readonly byChance?: readonly string[];
}

/** Runs the repository's whole suite on the work, once. */
export async function proveGreen(site: Site, tests: ProvedTests, work: Work): Promise<Greenness> {
  const { context, logs, design, ground } = site;
  const { greenness, ran } = await context.step('prove-green', async ({ signal }) => {
    const tree = await ground.enter(signal);
    const committed = { tree, commit: work.commit, signal };
    const run = async () => await runAndJudge(site, tree.path, tests, signal);
    const judged = await withoutTraces(site, committed, run);
    const { greenScenarios, failures } = judged.greenness;
    context.log(`${greenScenarios} of ${design.scenarios.length} scenarios are green; failures: ${failures.length}`);
    return judged;
  });
  await logs.keep('prove-green', work.commit, ran);
  return greenness;
}

interface JudgedRuns {
  readonly greenness: Greenness;
  readonly ran: readonly RanCommand[];
}

/** Runs the suite in a folder that holds the work, and what fails there by chance once more. */
export async function runAndJudge(
  site: Site,
  root: string,
  tests: ProvedTests,
  signal: AbortSignal,
): Promise<JudgedRuns> {
  const runs = await runAll(site, root, tests, signal);
  const ran = runs.map((each) => each.ran);
  const tried = runs.length === 1 ? await runAgain(site, runs[0], signal) : null;
  if (tried === null) return { greenness: judge(site, tests, runs), ran };
  const { settled, again, byChance } = tried;
  for (const name of byChance)
    site.context.log(`note: it failed, and passed when it was run again: ${showSafely(name)}`);
  return { greenness: { ...judge(site, tests, [settled]), byChance }, ran: [...ran, again.ran] };
}

type Runs = readonly [scenarios: SuiteRun] | readonly [scenarios: SuiteRun, suite: SuiteRun];

/** A suite that tells nothing but how it ended runs before the scenarios' own tests: it may build what they need. */
async function runAll(
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

function judge({ design, project }: Site, { files }: ProvedTests, [first, second]: Runs): Greenness {
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
