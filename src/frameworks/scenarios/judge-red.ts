import type { ListedTest } from '../source/listed-test.ts';
import type { FileFailure, RanTest, TestFailure, TestRun } from '../test-run.ts';
import { tellFailure } from '../text.ts';
import { isAnnounced } from './announced.ts';
import { isHiddenBy, matchScenarios, type ScenarioTests } from './match-scenarios.ts';
import { describeTrouble, type Reason } from './reason.ts';
import type { ScenarioId } from './scenario.ts';

/** What red is judged by, beside the run. */
export interface RedContext {
  /** The files that the design adds or changes, without tests. */
  readonly announced: readonly string[];
  /** The tests that the sources hold: of files that could not be loaded there is nothing else. */
  readonly listed: readonly ListedTest[];
}

/** A run that could be read but ran nothing is judged by its files. */
const readable = new Set([null, 'missing', 'syntax']);

/**
 * Why the new tests do not fail as they should before the change is made; nothing if they do: every scenario has a test that
 * ran and failed because what it claims is not so, or because of what the design has yet to add; and none failed for any
 * other reason.
 */
export function judgeRed(run: TestRun, scenarios: readonly ScenarioId[], context: RedContext): Reason[] {
  if (!readable.has(run.trouble)) return [describeTrouble(run)];
  const matched = matchScenarios(run, scenarios, context.listed);
  const reasons = matched.flatMap((scenario) => judgeScenario(scenario, run, context));
  if (scenarios.length === 0) reasons.push({ code: 'NO_SCENARIOS', scenario: null, test: null, message: '' });
  return reasons;
}

function judgeScenario({ scenario, tests, unloaded }: ScenarioTests, run: TestRun, context: RedContext): Reason[] {
  const { id } = scenario;
  if (tests.length + unloaded.length === 0) {
    return [{ code: 'TEST_MISSING', scenario: id, test: null, message: `no test is named ${id}: ${scenario.title}` }];
  }
  const ran = tests.map((test) => judgeTest(id, test, context));
  const hidden = unloaded.map((test) => judgeUnloaded(id, test, run.fileFailures, context));
  const verdicts = [...ran, ...hidden];
  const wrong = verdicts.filter((verdict) => verdict !== null && verdict.code !== 'TEST_PASSES');
  // Beside one that fails rightly, another may pass: cases that hold already.
  const isRed = verdicts.includes(null) && wrong.length === 0;
  return isRed ? [] : (wrong.length > 0 ? wrong : verdicts).filter((verdict) => verdict !== null);
}

/** Null for a test that fails as it should. */
function judgeTest(scenario: string, test: RanTest, context: RedContext): Reason | null {
  const base = { scenario, test: test.name };
  if (test.state === 'passed') {
    return { ...base, code: 'TEST_PASSES', message: 'it passes before anything was changed' };
  }
  if (test.failure === null) return { ...base, code: 'TEST_SKIPPED', message: `it is ${test.state}` };
  return judgeFailure(base, test.failure, context);
}

function judgeUnloaded(
  scenario: string,
  { name, file }: ListedTest,
  failures: readonly FileFailure[],
  context: RedContext,
): Reason | null {
  const own = failures.find((failure) => isHiddenBy(file, failure.file)) ?? failures[0];
  return own === undefined ? null : judgeFailure({ scenario, test: name }, own, context);
}

function judgeFailure(
  base: { readonly scenario: string; readonly test: string },
  failure: TestFailure,
  { announced }: RedContext,
): Reason | null {
  const { kind, missing, thrownIn, message } = failure;
  if (kind === 'assertion') return null;
  if (kind === 'missing') {
    if (isAnnounced(missing, announced)) return null;
    return {
      ...base,
      code: 'MISSING_UNANNOUNCED',
      message: `${missing?.name ?? 'something'} is missing, and no part of the design`,
    };
  }
  // Code that the design changes may well throw until it is changed.
  if (kind === 'error' && thrownIn !== null && announced.includes(thrownIn)) return null;
  return { ...base, code: 'WRONG_REASON', message: `${kind}: ${tellFailure(message)}` };
}
