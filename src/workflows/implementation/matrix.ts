import { matchScenarios, type ScenarioTests } from '../../frameworks/scenarios/match-scenarios.ts';
import type { ListedTest } from '../../frameworks/source/listed-test.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import type { LldDocument, Scenario } from '../../governance/lld/document.ts';
import type { ProvedRequirement } from '../../providers/provider.ts';
import type { ProvedScenario, ProvingTest } from './evidence.ts';

/** Whether only a person can try a scenario out. */
export function isManual({ type }: Pick<Scenario, 'type'>): boolean {
  return type.trim().toLowerCase() === 'manual';
}

/** The three runs that prove a change, and the tests that the sources hold. */
export interface ProvingRuns {
  /** Before there was code. */
  readonly red: TestRun;
  readonly green: TestRun;
  /** With the change taken away again, but for its tests. */
  readonly without: TestRun;
  readonly listed: readonly ListedTest[];
}

/** Which tests prove which scenario; manual ones have none. */
export function proveScenarios(scenarios: readonly Scenario[], runs: ProvingRuns): ProvedScenario[] {
  const auto = scenarios.filter((scenario) => !isManual(scenario));
  const match = (run: TestRun) =>
    new Map(matchScenarios(run, auto, runs.listed).map((matched) => [matched.scenario.id, matched]));
  const [red, green, without] = [match(runs.red), match(runs.green), match(runs.without)];
  return scenarios.map((scenario) => {
    const { id, title, requirements } = scenario;
    const ran = isManual(scenario) ? [] : (green.get(id)?.tests ?? []);
    const tests = ran.map(
      ({ name, file, state }): ProvingTest => ({
        name,
        file: findFile(name, file, runs.listed),
        red: howFailed(name, red.get(id), runs.red),
        without: howFailed(name, without.get(id), runs.without),
        isGreen: state === 'passed',
      }),
    );
    return { id, text: title, isManual: isManual(scenario), requirements, tests };
  });
}

/** Go does not tell the file of a test that passes, and cargo not the crate: the sources do. */
function findFile(name: string, told: string | null, listed: readonly ListedTest[]): string {
  const files = listed.filter((one) => one.name === name).map(({ file }) => file);
  return files.find((file) => file === told) ?? files[0] ?? told ?? '';
}

/** The kind of its failure, `passed`, or `not run`. A test whose file could not be loaded failed as the file did. */
function howFailed(name: string, matched: ScenarioTests | undefined, run: TestRun): string {
  const test = matched?.tests.find((one) => one.name === name);
  if (test !== undefined) return test.failure?.kind ?? test.state;
  const hidden = matched?.unloaded.find((one) => one.name === name) ?? matched?.unloaded[0];
  if (hidden === undefined) return 'not run';
  return (run.fileFailures.find(({ file }) => file === hidden.file) ?? run.fileFailures[0])?.kind ?? 'not run';
}

const failures: ReadonlySet<string> = new Set(['assertion', 'missing', 'error', 'syntax', 'timeout']);

/** Passes with the change, and fails without it. */
export function isProof({ isGreen, without }: ProvingTest): boolean {
  return isGreen && failures.has(without);
}

/** Requirement by requirement, the scenarios that name it and the tests that prove them. */
export function makeMatrix(
  requirements: readonly Pick<LldDocument['requirements'][number], 'number' | 'text'>[],
  scenarios: readonly ProvedScenario[],
): ProvedRequirement[] {
  const texts = new Map(requirements.toReversed().map(({ number, text }) => [number, text]));
  return [...new Set(requirements.map(({ number }) => number))].map((number) => ({
    requirement: number,
    text: texts.get(number) ?? '',
    scenarios: scenarios
      .filter((scenario) => scenario.requirements.includes(number))
      .map(({ id, text, tests, isManual: byPerson }) => ({
        id,
        text,
        tests: tests.filter(isProof).map(({ name }) => name),
        isManual: byPerson,
      })),
  }));
}

/** How many requirements there are, and how many have a scenario that is proved, or that a person tries out. */
export function measureProofs(matrix: readonly ProvedRequirement[]): {
  readonly requirements: number;
  readonly proved: number;
} {
  const isProved = ({ scenarios }: ProvedRequirement) =>
    scenarios.some(({ tests, isManual: byPerson }) => byPerson || tests.length > 0);
  return { requirements: matrix.length, proved: matrix.filter(isProved).length };
}
