import type { RanTest, TestRun } from '../test-run.ts';
import { tellFailure } from '../text.ts';
import { matchScenarios } from './match-scenarios.ts';
import { describeTrouble, type Reason } from './reason.ts';
import type { ScenarioId } from './scenario.ts';

/**
 * What keeps a run from being green; nothing if every scenario has a test that passes, and nothing else failed, was cut off or
 * left out. Without scenarios: if a whole suite passes.
 */
export function judgeGreen(run: TestRun, scenarios: readonly ScenarioId[]): Reason[] {
  return [...judgeRun(run), ...judgeFailures(run), ...judgeScenarios(run, scenarios)];
}

function judgeRun(run: TestRun): Reason[] {
  const isPlain = run.tests.length === 0 && run.fileFailures.length === 0;
  if (run.trouble !== null || (isPlain && run.exitCode !== 0)) return [describeTrouble(run)];
  if (run.isComplete || isPlain) return [];
  return [{ code: 'RUN_INCOMPLETE', scenario: null, test: null, message: 'not every test was run' }];
}

function judgeFailures({ tests, fileFailures }: TestRun): Reason[] {
  const failed = tests.filter(({ state }) => state === 'failed').map((test) => describeFailed(null, test));
  const unloaded = fileFailures.map(({ file, kind, message }): Reason => {
    return { code: 'TEST_FAILS', scenario: null, test: file, message: `${kind}: ${tellFailure(message)}` };
  });
  return [...unloaded, ...failed];
}

function judgeScenarios(run: TestRun, scenarios: readonly ScenarioId[]): Reason[] {
  return matchScenarios(run, scenarios).flatMap(({ scenario, tests }): Reason[] => {
    const { id } = scenario;
    if (tests.length === 0)
      return [{ code: 'TEST_MISSING', scenario: id, test: null, message: `no test is named ${id}` }];
    return tests
      .filter(({ state }) => state === 'skipped' || state === 'todo')
      .map(({ name, state }) => ({ code: 'TEST_SKIPPED', scenario: id, test: name, message: `it is ${state}` }));
  });
}

function describeFailed(scenario: string | null, { name, failure }: RanTest): Reason {
  const message = failure === null ? '' : `${failure.kind}: ${tellFailure(failure.message)}`;
  return { code: 'TEST_FAILS', scenario, test: name, message };
}
