import { isForeign } from '../../frameworks/detect/foreign.ts';
import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import type { GateResult } from './evidence.ts';
import { readAfter, readBefore } from './files-at.ts';
import { readLeastCoverage } from './gates/coverage-figure.ts';
import type { GateInput } from './gates/gate-input.ts';
import { judgeGates } from './gates/judge-gates.ts';
import { judgeProof, judgeSuite, type SuiteBefore } from './gates/judge-runs.ts';
import { makeResult } from './gates/make-result.ts';
import type { Work } from './implement.ts';
import { reportPaths } from './lineage-places.ts';
import { isPlain } from './plain-command.ts';
import type { Project } from './project.ts';
import type { Greenness } from './prove-green.ts';
import type { ProvedTests } from './prove-red.ts';
import type { Site } from './site.ts';

/** What gates judge: work whose tests are green. */
export interface Judged {
  readonly tests: ProvedTests;
  readonly work: Work;
  readonly greenness: Greenness;
  /** The scenarios' tests without the change. */
  readonly without: TestRun;
}

export async function runGates(site: Site, judged: Judged): Promise<readonly GateResult[]> {
  const { context } = site;
  return await context.step('gates', async ({ signal }) => {
    const gates = [
      proof(site, judged),
      judgeSuite(judged.greenness.suite, suiteBefore(site), judged.greenness.byChance),
      ...(await judgeGates(await makeInput(site, judged, signal))),
    ];
    for (const { gate, state, summary } of gates) context.log(`gate ${gate}: ${state}, ${summary}`);
    return gates;
  });
}

function suiteBefore({ design, project }: Site): SuiteBefore {
  const deleted = design.announced.filter(({ change }) => change === 'Delete').map(({ path }) => path);
  return { failures: project.baseline, passed: project.passed ?? [], deleted, part: findPart(project) };
}

/** Tests are run where their manifest is. */
function findPart({ framework: { folder, kind }, testPaths }: Project): string | null {
  const isElsewhere = (path: string) => !path.startsWith(`${folder}/`) && isTestPath(path, kind) && !isForeign(path);
  return folder !== '' && testPaths.some(isElsewhere) ? folder : null;
}

/** Of a command that tells nothing but its exit code, that is all there is to compare. */
function proof({ design, project }: Site, { tests, greenness, without }: Judged): GateResult {
  const { scenarios } = design;
  if (!isPlain(project.framework)) {
    return judgeProof({ runWith: greenness.run, runWithout: without, scenarios, red: tests.red });
  }
  const isProved = greenness.suite.exitCode === 0 && without.trouble === null && without.exitCode !== 0;
  const summary = 'the test command passes with the change and fails without it';
  return isProved
    ? makeResult('proof', summary, {
        warned: ['of the test command only the exit code is known: no test is told from another'],
      })
    : makeResult('proof', `not shown: ${summary}`, { failed: [`without the change: exit code ${without.exitCode}`] });
}

async function makeInput(site: Site, { tests, work, greenness }: Judged, signal: AbortSignal): Promise<GateInput> {
  const { design, branchDesign, order, project, workshop, ground } = site;
  const tree = await ground.enter(signal);
  const { isStrict, leastCoverage } = order.building;
  return {
    announced: design.announced,
    ownPaths: [
      ...Object.values(reportPaths(order.task.id)),
      ...(branchDesign.kind === 'copy' ? [branchDesign.path] : []),
    ],
    diff: work.diff,
    before: await readBefore(workshop.house, tree, work.diff, signal),
    after: readAfter(tree),
    provedTests: new Map(Object.entries(tests.files)),
    framework: project.framework,
    coverage: greenness.coverage,
    settings: { isStrict, leastCoverage: readLeastCoverage(design.document, leastCoverage) },
  };
}
