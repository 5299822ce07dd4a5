import { judgeGreen } from '../../../frameworks/scenarios/judge-green.ts';
import { judgeRed, type RedContext } from '../../../frameworks/scenarios/judge-red.ts';
import type { Reason } from '../../../frameworks/scenarios/reason.ts';
import type { ScenarioId } from '../../../frameworks/scenarios/scenario.ts';
import type { TestRun } from '../../../frameworks/test-run.ts';
import { tellFailure } from '../../../frameworks/text.ts';
import type { GateResult } from '../evidence.ts';
import { findLeftOut } from './left-out.ts';
import { makeResult } from './make-result.ts';

/** The tests of the scenarios, run on the change and on what is left of it when it is taken away but for its tests. */
export interface Proof {
  readonly runWith: TestRun;
  readonly runWithout: TestRun;
  readonly scenarios: readonly ScenarioId[];
  readonly red: RedContext;
}

/** Every scenario has a test that passes with the change, and fails without it for the right reason. */
export function judgeProof({ runWith, runWithout, scenarios, red }: Proof): GateResult {
  const green = judgeGreen(runWith, scenarios).map((reason) => `with the change: ${describeReason(reason)}`);
  const without = judgeRed(runWithout, scenarios, red).map((reason) => `without the change: ${describeReason(reason)}`);
  const failed = [...green, ...without];
  const summary =
    failed.length === 0
      ? `the tests of ${scenarios.length === 1 ? 'the scenario' : `all ${scenarios.length} scenarios`} pass with the change and fail without it`
      : `${failed.length} ${failed.length === 1 ? 'test or scenario proves' : 'tests or scenarios prove'} nothing`;
  return makeResult('proof', summary, { failed });
}

/** Among failures: a run that did not come to its end, or told nothing that can be believed. */
export const wholeRun = 'the run as a whole';

/** What fails in a run, by names that are the same in the next run: of one before the change, what it is not to blame for. */
export function listFailures(run: TestRun): string[] {
  const failed = run.tests.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const files = run.fileFailures.map(({ file }) => `file ${file}`);
  return [...(hasTrouble(run) ? [wholeRun] : []), ...files, ...failed];
}

/** What the suite told before the change, and what the change was to do to it. */
export interface SuiteBefore {
  /** See `listFailures`. */
  readonly failures: readonly string[];
  /** See `listPassed`. */
  readonly passed: readonly string[];
  /** Files that the design deletes. */
  readonly deleted: readonly string[];
  /** The folder whose tests the suite is; null if there are no others. */
  readonly part: string | null;
}

/**
 * Nothing fails in the repository's whole suite that did not fail before the change, which is told as a warning; and what
 * passed before is still run.
 */
export function judgeSuite(
  run: TestRun,
  { failures: known, passed: ids, deleted, part }: SuiteBefore,
  byChance: readonly string[] = [],
): GateResult {
  const before = new Set(known);
  const names = new Map(run.tests.map(({ id, name }) => [id, name]));
  const reasons = new Map([
    ...run.tests.map(({ id, failure }) => [id, failure] as const),
    ...run.fileFailures.map((failure) => [`file ${failure.file}`, failure] as const),
  ]);
  const describe = (failure: string) => {
    if (failure === wholeRun)
      return `the suite: ${[run.trouble ?? `exit code ${run.exitCode}`, run.detail].filter(Boolean).join(': ')}`;
    const why = reasons.get(failure);
    return `${names.get(failure) ?? failure}${why ? `: ${why.kind}: ${tellFailure(why.message)}` : ''}`;
  };
  const failures = listFailures(run);
  const failed = failures.filter((failure) => !before.has(failure)).map(describe);
  const warned = failures
    .filter((failure) => before.has(failure))
    .map((failure) => `${describe(failure)}, as before the change`);
  const leftOut = findLeftOut(run, ids, deleted);
  const passed = run.tests.filter(({ state }) => state === 'passed').length;
  const missed = leftOut.failed?.length ? '; some that passed before are not run' : '';
  const summary = isPlain(run)
    ? `the test command ends with exit code ${run.exitCode}; it tells of no test`
    : `${passed} of ${run.tests.length} tests of the suite pass; ${failed.length} fail by the change${missed}`;
  return makeResult('suite', summary, {
    failed: [...failed, ...(leftOut.failed ?? [])],
    warned: [
      ...warned,
      ...byChance.map((name) => `${name}: it failed, and passed when it was run again: it may fail by chance`),
      ...(leftOut.warned ?? []),
      ...(part === null ? [] : [describePart(part)]),
    ],
  });
}

function describePart(part: string): string {
  return `only the tests of ${part} were run: whether those of other parts of the repository still pass is not known`;
}

function hasTrouble(run: TestRun): boolean {
  const { trouble, fileFailures, exitCode, isComplete } = run;
  if (trouble !== null) return true;
  return isPlain(run) ? exitCode !== 0 : !isComplete && fileFailures.length === 0;
}

/** A plain command tells nothing but its exit code. */
function isPlain({ trouble, tests, fileFailures }: TestRun): boolean {
  return trouble === null && tests.length === 0 && fileFailures.length === 0;
}

function describeReason({ code, scenario, test, message }: Reason): string {
  const place = [scenario === null ? null : `scenario ${scenario}`, test].filter((part) => part !== null).join(', ');
  const said = message === '' ? code : message;
  return place === '' ? said : `${place}: ${said}`;
}
