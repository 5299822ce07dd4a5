import { parseJson } from '../../model/json.ts';
import { entry, listAt, textAt, textsAt } from '../json.ts';
import type { TestState } from '../test-run.ts';
import { clipMessage, withoutColours } from '../text.ts';
import { classifyThrown, classifyUnloaded } from './classify.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';

const states: Readonly<Record<string, TestState>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
};
const emptyFile = /No test (?:suite )?found in|Your test suite must contain at least one test/;

/** Reads the report of `jest --json`, which vitest writes as well. Null for what is none. */
export function readJestJson(text: string, place: ReportPlace): RunDraft | null {
  const report = parseJson(text);
  if (!Array.isArray(entry(report, 'testResults'))) return null;
  const draft = new RunDraft();
  for (const result of listAt(report, 'testResults')) readFile(result, place, draft);
  if (entry(report, 'wasInterrupted') === true) draft.breakOff();
  return draft;
}

function readFile(result: unknown, place: ReportPlace, draft: RunDraft): void {
  const file = place.locate(textAt(result, 'name') ?? '');
  const message = withoutColours(textAt(result, 'message') ?? '');
  const tests = listAt(result, 'assertionResults');
  const isAtFault = file !== null && textAt(result, 'status') === 'failed' && isBroken(tests, message);
  // What a file that broke did not run, vitest calls skipped.
  for (const test of tests) if (!isAtFault || !isSkipped(test)) readTest(test, file, place, draft);
  if (!isAtFault || (tests.length === 0 && emptyFile.test(message))) return;
  const said =
    message.replace(/^.*● Test suite failed to run\s*/s, '') || 'it failed, and none of its tests did: a hook?';
  draft.addFileFailure({ file, ...classifyUnloaded(said, place) });
}

/** Whether a file that failed did so by itself, as where it cannot be loaded, or a hook around its tests throws. */
function isBroken(tests: readonly unknown[], message: string): boolean {
  return tests.every((test) => stateOf(test) !== 'failed') || message.includes('● Test suite failed to run');
}

function isSkipped(test: unknown): boolean {
  return stateOf(test) === 'skipped';
}

function stateOf(test: unknown): TestState | undefined {
  return states[textAt(test, 'status') ?? ''];
}

function readTest(test: unknown, file: string | null, place: ReportPlace, draft: RunDraft): void {
  const state = stateOf(test);
  if (state === undefined) {
    draft.breakOff();
    return;
  }
  const titles = [...textsAt(test, 'ancestorTitles'), textAt(test, 'title') ?? ''];
  draft.add({ titles, file, state, failure: state === 'failed' ? describeFailure(test, place) : null });
}

function describeFailure(test: unknown, place: ReportPlace) {
  const messages = textsAt(test, 'failureMessages');
  const failure = classifyThrown(messages[0] ?? '', place);
  const message = clipMessage(messages.join('\n'));
  // Jest says itself that a matcher did not match, whatever its message looks like.
  const isMatcher = listAt(test, 'failureDetails').some((detail) => entry(detail, 'matcherResult') !== undefined);
  return isMatcher ? { ...failure, message, kind: 'assertion' as const, missing: null } : { ...failure, message };
}
