import { isTestSupport } from '../../frameworks/detect/test-paths.ts';
import type { Framework } from '../../frameworks/framework.ts';
import type { RunTrouble } from '../../frameworks/test-run.ts';
import { lastWords } from '../../frameworks/text.ts';
import { type Failure, TaskFailure } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openFolderReader } from '../../worktrees/folder-reader.ts';
import type { WorkflowContext } from '../workflow.ts';
import { findFramework } from './find-framework.ts';
import { findVersion } from './find-version.ts';
import { listFailures } from './gates/judge-runs.ts';
import { listPassed } from './gates/left-out.ts';
import type { Ground } from './ground.ts';
import type { Logs } from './logs.ts';
import { stampSetUp } from './manifests.ts';
import type { ImplementationOrder } from './order.ts';
import type { Project } from './project.ts';
import type { Design } from './read-design.ts';
import { runBase } from './run-base.ts';
import type { RanCommand } from './run-command.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';
import { mustBeSetUp, runSetUp } from './set-up.ts';
import { setUpAnew } from './set-up-anew.ts';
import { writeSetUpNote } from './set-up-note.ts';
import { describeBorrowed, shortenList, tidy } from './set-up-traces.ts';
import { stampFiles } from './stamp-files.ts';
import type { Workshop } from './workshop.ts';

export interface Preparing {
  readonly context: WorkflowContext;
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  readonly design: Design;
  readonly ground: Ground;
  readonly logs: Logs;
}

/**
 * Makes the worktree ready, and runs the suite once. Throws what ends a task as `setup`; what was run is kept all the same.
 * A failure of an earlier attempt is no answer: whoever retries has a reason to.
 */
export async function prepare(preparing: Preparing): Promise<Project> {
  const { context, order, workshop, design, ground, logs } = preparing;
  for (;;) {
    let isEarlier = true;
    const { ran, ...ready } = await context.step('prepare', async ({ signal }) => {
      isEarlier = false;
      return await tryToMakeReady(preparing, signal);
    });
    await logs.keep('prepare', ground.tree.base, ran);
    if ('project' in ready) {
      const { project } = ready;
      ground.setUp = async (tree, signal) =>
        await setUpAnew({ context, order, workshop, design, project }, tree, signal);
      return project;
    }
    if (!isEarlier) throw new TaskFailure(tellWhere(ready.failure, logs));
  }
}

/** At the beginning: last words may be long, and are cut where there is little room. */
function tellWhere({ code, message }: Failure, { records }: Logs): Failure {
  return { code, message: `see ${records.at(-1)?.outputPath}: ${message}` };
}

interface Ready {
  readonly project: Project;
  readonly ran: readonly RanCommand[];
}

interface Unready {
  readonly failure: Failure;
  readonly ran: readonly RanCommand[];
}

/** Throws where nothing was run that could be kept. */
async function tryToMakeReady(preparing: Preparing, signal: AbortSignal): Promise<Ready | Unready> {
  const ran: RanCommand[] = [];
  try {
    return { project: await makeReady(preparing, ran, signal), ran };
  } catch (error) {
    if (error instanceof TaskFailure && ran.length > 0) return { failure: error.failure, ran };
    throw error;
  }
}

/** `ran` is filled with all that was run. */
async function makeReady(
  { context, order, workshop, design, ground }: Preparing,
  ran: RanCommand[],
  signal: AbortSignal,
): Promise<Project> {
  const tree = await ground.enter(signal);
  const root = tree.path;
  const reader = openFolderReader(root);
  const found = findFramework(order, design, reader);
  const before = stampFiles(root);
  const setUp = await runSetUp(workshop, order, found, root, signal);
  ran.push(...setUp.ran);
  mustBeSetUp(setUp);
  refuseBorrowed(root);
  const start = async (framework: Framework, wantsCoverage: boolean) =>
    await runSuite(workshop, order, { framework, root, files: null, wantsCoverage, signal });
  const { framework, suites, unmeasured } = await runBase(found, start, { repoDir: order.repoDir, base: tree.base });
  ran.push(...suites.map((one) => one.ran));
  const suite = suites[suites.length - 1] ?? suites[0];
  refuseUnusable(suite, order, workshop.sandbox);
  if (unmeasured !== null) context.log(`note: coverage is not measured: ${showSafely(unmeasured)}`);
  const version = await findVersion(workshop, framework, root, signal);
  const isAsBefore = before !== null && before === stampFiles(root);
  const settle = { commit: tree.base, keeps: () => false, signal };
  const { left } = isAsBefore ? { left: [] } : await tidy(workshop, tree, settle);
  const baseline = suite.run.trouble === 'no tests' ? [] : listFailures(suite.run);
  if (baseline.length > 0) context.log(`note: before any change ${baseline.length} test(s) fail: they do not count`);
  const testPaths = reader.paths.filter((path) => isTestSupport(path, framework.kind));
  const leaveOut = shortenList(left, reader.paths);
  writeSetUpNote(workshop.house, tree, stampSetUp(order, root, []));
  const { tools, platform } = workshop.facts;
  const facts = { framework, hasSetUp: setUp.ran.length > 0, version, machine: { tools, platform } };
  return { ...facts, leaveOut, baseline, passed: listPassed(suite.run), testPaths };
}

function refuseBorrowed(root: string): void {
  const message = describeBorrowed(root);
  if (message !== null) throw new TaskFailure({ code: 'setup', message });
}

const hopeless: ReadonlySet<RunTrouble> = new Set([
  ...(['unstartable', 'report missing', 'report damaged', 'report too large'] as const),
  ...(['crash', 'stopped', 'contradiction'] as const),
]);

/** What those say who look for packages, or for anybody else, where there is no network. */
const nobodyThere =
  /could ?n[o']t resolve host|name resolution|unknown ?host|no such host|failed to lookup address|ENOTFOUND|EAI_AGAIN|network is unreachable/i;
const withoutNetwork = 'tests have no network: packages must lie in the worktree, or sandboxNetwork be host';

/** Tests that cannot even be run prove nothing later either: no agent is paid for what nothing can come of. */
function refuseUnusable({ run, ran }: SuiteRun, { building }: ImplementationOrder, { level }: Sandbox): void {
  const { trouble, detail, exitCode, tests, fileFailures } = run;
  const isAlone = level !== 'none' && building.sandboxNetwork !== 'host' && nobodyThere.test(ran.output);
  const fail = (why: string) => {
    const told = [`(${ran.argv.slice(0, 3).join(' ')})`, ...(isAlone ? [withoutNetwork] : []), why].join(': ');
    throw new TaskFailure({ code: 'setup', message: showSafely(`the tests cannot be run before any change ${told}`) });
  };
  // Of single files it is a failure like others.
  if (trouble === 'timeout' && exitCode === null)
    fail(`they did not end within ${building.testMs / 1000} s (testTimeoutSeconds)`);
  if (trouble !== null && hopeless.has(trouble)) fail([trouble, detail].filter(Boolean).join(': '));
  const isPlain = trouble === null && tests.length === 0 && fileFailures.length === 0;
  if (isPlain && exitCode !== 0) fail([`exit code ${exitCode}`, lastWords(ran.output)].filter(Boolean).join(': '));
}
