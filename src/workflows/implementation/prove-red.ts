import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import { findPlaceholders } from '../../frameworks/placeholders/find-placeholders.ts';
import type { Placeholder } from '../../frameworks/placeholders/placeholder.ts';
import { findUnwrittenSnapshots } from '../../frameworks/placeholders/unwritten-snapshots.ts';
import { carries } from '../../frameworks/scenarios/carried-id.ts';
import { judgeRed, type RedContext } from '../../frameworks/scenarios/judge-red.ts';
import { listTests } from '../../frameworks/source/list-tests.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import { type WeakenedTest, weakenedTests } from '../../frameworks/weakened-tests.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import { describeReason } from './describe-reason.ts';
import { isPlain, judgePlainRed, listPlainTests } from './plain-command.ts';
import { runSuite } from './run-suite.ts';
import type { Site } from './site.ts';
import { withoutTraces } from './without-traces.ts';
import type { WrittenTests } from './write-tests.ts';

/** Tests that were shown to fail for the right reason, while there is no code yet. */
export interface ProvedTests {
  readonly commit: string;
  readonly files: Readonly<Record<string, string>>;
  /** Those of the files that hold tests. */
  readonly testFiles: readonly string[];
  readonly run: TestRun;
  readonly red: RedContext;
  /** What persons said of these tests and of those before them, where they were asked. */
  readonly persons: readonly PersonsAnswer[];
}

interface Proving {
  readonly run: TestRun | null;
  readonly red: RedContext;
  readonly findings: readonly string[];
}

const mostTold = 20;

/** Runs the new tests, and says what is wrong with them; nothing, if they are as red as they should be. */
export async function proveRed(
  site: Site,
  tests: WrittenTests,
): Promise<Omit<ProvedTests, 'persons'> | { readonly findings: readonly string[] }> {
  const { context, project, logs } = site;
  const testFiles = Object.keys(tests.files).filter((path) => isTestPath(path, project.framework.kind));
  const { proving, ran } = await context.step('prove-red', async ({ signal }) => {
    const proved = await prove(site, tests, testFiles, signal);
    // Within the step: a replay does not tell it again.
    for (const finding of proved.proving.findings.slice(0, mostTold))
      context.log(`not red as it should be: ${finding}`);
    return proved;
  });
  await logs.keep('prove-red', tests.commit, ran);
  const { run, red, findings } = proving;
  if (run === null || findings.length > 0) return { findings };
  return { commit: tests.commit, files: tests.files, testFiles, run, red };
}

async function prove(site: Site, tests: WrittenTests, testFiles: readonly string[], signal: AbortSignal) {
  if (testFiles.length === 0) return { proving: nothing(site), ran: [] };
  const tree = await site.ground.enter(signal);
  const { framework } = site.project;
  const suite = { framework, root: tree.path, files: testFiles, wantsCoverage: false, signal };
  const committed = { tree, commit: tests.commit, signal };
  const start = async () => await runSuite(site.workshop, site.order, suite);
  const { run, ran } = await withoutTraces(site, committed, start);
  return { proving: await judge(site, tests, run), ran: [ran] };
}

function nothing({ design, project }: Site): Proving {
  const { naming, folder } = project.framework.layout;
  const where = `a file named like ${naming}${folder === null ? '' : ` below ${folder}`}`;
  const wanted = design.scenarios.map(({ id }) => id).join(', ');
  const findings = [`No test was written: scenarios ${wanted} need one each, in ${where}`];
  return { run: null, red: { announced: [], listed: [] }, findings };
}

async function judge(site: Site, { files, before, strays }: WrittenTests, run: TestRun): Promise<Proving> {
  const { design, project } = site;
  const texts = new Map(Object.entries(files));
  const found = await listTests(texts, project.framework.kind);
  const listed = isPlain(project.framework) ? listPlainTests(design.scenarios, texts, found) : found;
  const announced = design.announced.map(({ path }) => path).filter((path) => files[path] === undefined);
  const red: RedContext = { announced, listed };
  const reasons = isPlain(project.framework)
    ? judgePlainRed(run, design.scenarios, listed)
    : judgeRed(run, design.scenarios, red);
  const placeholders = (await findPlaceholders(texts, project.framework)).filter((found) => isNew(site, found));
  const weakened = await weakenedTests(new Map(Object.entries(before)), texts, project.framework.kind);
  const findings = [
    ...reasons.map(describeReason),
    ...weakened.filter((test) => !isMeant(site, test)).map(({ file, test, how }) => `${file}: ${test}: ${how}`),
    ...placeholders.map(({ file, line, test, reason }) => `${file}:${line} ${test}: proves nothing (${reason})`),
    ...findUnwrittenSnapshots(files, before).map(
      (path) => `${path}: no run writes a snapshot, and without one its test never passes: claim the value itself`,
    ),
    ...(reasons.length === 0 ? [] : strays.map((path) => `${path} was put back as it was`)),
  ];
  return { run, red, findings };
}

/** In a file that the design changes, a test may have to claim less; no test may be skipped, or go. */
function isMeant({ design }: Site, { file, how }: WeakenedTest): boolean {
  return how === 'fewer assertions' && design.announced.some(({ path }) => path === file);
}

/** Of files that were there before, only the tests of scenarios are the agent's. */
function isNew({ design, project }: Site, { file, test }: Placeholder): boolean {
  if (!project.testPaths.includes(file)) return true;
  return design.scenarios.some(({ id }) => carries(test, id) !== 'none');
}
