import type { ListedTest } from '../../frameworks/source/listed-test.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import type { ProvedScenario } from './evidence.ts';
import type { GreenRound } from './green-round.ts';
import type { Trail } from './make-green.ts';
import { proveScenarios } from './matrix.ts';
import { isPlain } from './plain-command.ts';
import type { ProvedTests } from './prove-red.ts';
import type { Site } from './site.ts';

/** Which tests prove which scenario of the design, by the three runs. */
export function proveDesign(
  { design, project }: Pick<Site, 'design' | 'project'>,
  tests: ProvedTests,
  { greenness }: GreenRound,
  { without }: Trail,
): ProvedScenario[] {
  const { listed } = tests.red;
  const tell = (run: TestRun) => (isPlain(project.framework) ? tellPlain(run, listed) : run);
  const runs = {
    red: tell(tests.run),
    green: tell(greenness?.run ?? tests.run),
    without: tell(without.run ?? tests.run),
    listed,
  };
  return proveScenarios(design.document.scenarios, runs);
}

/** Of a command that tells nothing but its exit code: its tests passed, or failed, all together. */
function tellPlain(run: TestRun, listed: readonly ListedTest[]): TestRun {
  const isGreen = run.exitCode === 0;
  const failure = { kind: 'error', message: `exit code ${run.exitCode}`, missing: null, thrownIn: null } as const;
  const tests = listed.map(({ titles, name, file, line }) => ({
    ...{ id: `${file}:${line}`, titles, name, file },
    ...(isGreen ? { state: 'passed' as const, failure: null } : { state: 'failed' as const, failure }),
  }));
  return { ...run, tests };
}
