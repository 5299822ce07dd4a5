import { isTestSupport } from '../../frameworks/detect/test-paths.ts';
import { TaskFailure } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import { openFolderReader } from '../../worktrees/folder-reader.ts';
import type { WorkflowContext } from '../workflow.ts';
import { findFramework } from './find-framework.ts';
import { findVersion } from './find-version.ts';
import { listFailures } from './gates/judge-runs.ts';
import type { Ground } from './ground.ts';
import type { Logs } from './logs.ts';
import { stampSetUp } from './manifests.ts';
import { nameEntries } from './name-entries.ts';
import type { ImplementationOrder } from './order.ts';
import type { Project } from './project.ts';
import type { Design } from './read-design.ts';
import type { RanCommand } from './run-command.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';
import { listSetUp, mustBeSetUp, runSetUp } from './set-up.ts';
import { setUpAnew } from './set-up-anew.ts';
import { writeSetUpNote } from './set-up-note.ts';
import { describeBorrowed, shortenList, tidy } from './set-up-traces.ts';
import type { Workshop } from './workshop.ts';

export interface Preparing {
  readonly context: WorkflowContext;
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  readonly design: Design;
  readonly ground: Ground;
  readonly logs: Logs;
}

/** Makes the worktree ready, and runs the suite once. Throws what ends a task as `setup`. */
export async function prepare(preparing: Preparing): Promise<Project> {
  const { context, order, workshop, design, ground, logs } = preparing;
  const { project, ran } = await context.step('prepare', async ({ signal }) => await makeReady(preparing, signal));
  await logs.keep('prepare', ground.tree.base, ran);
  ground.setUp = async (tree, signal) => await setUpAnew({ context, order, workshop, design, project }, tree, signal);
  return project;
}

interface Ready {
  readonly project: Project;
  readonly ran: readonly RanCommand[];
}

async function makeReady({ context, order, workshop, design, ground }: Preparing, signal: AbortSignal): Promise<Ready> {
  const tree = await ground.enter(signal);
  const root = tree.path;
  const reader = openFolderReader(root);
  const framework = findFramework(order, design, reader);
  const before = nameEntries(root);
  const setUp = mustBeSetUp(await runSetUp(workshop, order, framework, root, signal));
  refuseBorrowed(root);
  const suite = await runSuite(workshop, order, { framework, root, files: null, wantsCoverage: false, signal });
  refuseUnusable(suite);
  const version = await findVersion(workshop, framework, root, signal);
  const isAsBefore = listSetUp(order, framework, root).length === 0 && before === nameEntries(root);
  const settle = { commit: tree.base, keeps: () => false, signal };
  const { left } = isAsBefore ? { left: [] } : await tidy(workshop, tree, settle);
  const baseline = suite.run.trouble === 'no tests' ? [] : listFailures(suite.run);
  if (baseline.length > 0) context.log(`note: before any change ${baseline.length} test(s) fail: they do not count`);
  const testPaths = reader.paths.filter((path) => isTestSupport(path, framework.kind));
  const leaveOut = shortenList(left, reader.paths);
  writeSetUpNote(workshop.house, tree, stampSetUp(order, root, []));
  const { tools, platform } = workshop.facts;
  const found = { framework, version, machine: { tools, platform } };
  return { project: { ...found, leaveOut, baseline, testPaths }, ran: [...setUp, suite.ran] };
}

function refuseBorrowed(root: string): void {
  const message = describeBorrowed(root);
  if (message !== null) throw new TaskFailure({ code: 'setup', message });
}

const hopeless = new Set(['unstartable', 'report missing', 'report damaged', 'report too large', 'crash', 'stopped']);

/** Tests that cannot even be run prove nothing later either. */
function refuseUnusable({ run, ran }: SuiteRun): void {
  const { trouble, detail, exitCode, tests, fileFailures } = run;
  const fail = (why: string) => {
    const message = `the tests cannot be run before any change (${ran.argv.slice(0, 3).join(' ')}): ${why}`;
    throw new TaskFailure({ code: 'setup', message: showSafely(message) });
  };
  if (trouble !== null && hopeless.has(trouble)) fail([trouble, detail].filter(Boolean).join(': '));
  const isPlain = trouble === null && tests.length === 0 && fileFailures.length === 0;
  if (isPlain && exitCode !== 0) fail(`exit code ${exitCode}, and the command tells nothing else`);
}
