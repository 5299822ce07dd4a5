import { parseJson } from '../../model/json.ts';
import { entry, textAt, textsAt } from '../json.ts';
import type { TestFailure, TestState } from '../test-run.ts';
import { clipMessage } from '../text.ts';
import { classifyThrown, classifyUnloaded } from './classify.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';

/** Reads what our own reporter for node:test wrote, one object a line. */
export function readNodeEvents(text: string, place: ReportPlace): RunDraft {
  const draft = new RunDraft();
  let isWhole = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const event = line.startsWith('{') ? parseJson(line) : null;
    const kind = textAt(event, 'kind');
    if (kind === 'end') isWhole = true;
    else if (kind === 'file') addFile(event, place, draft);
    else if (kind === 'test' || kind === 'suite') addTest(event, kind, place, draft);
    else isWhole = false;
    // Whatever stands behind what is not ours is not ours either.
    if (event === null || draft.isCut) break;
  }
  if (!isWhole && !draft.isCut) draft.breakOff();
  return draft;
}

/** A file that passes as if it were a test holds none. */
function addFile(event: unknown, place: ReportPlace, draft: RunDraft): void {
  const file = place.locate(textAt(event, 'file') ?? '');
  if (file === null || entry(event, 'isPassed') === true) return;
  const said = textAt(event, 'said') ?? '';
  const failure = classifyUnloaded(said, place);
  const end = describeEnd(entry(event, 'error'));
  const message = said.trim() === '' ? `The process of the file ended ${end}` : failure.message;
  draft.addFileFailure({ file, ...failure, message: clipMessage(message) });
}

function describeEnd(error: unknown): string {
  const signal = textAt(error, 'signal');
  const code = entry(error, 'exitCode');
  return signal === null ? `with exit code ${typeof code === 'number' ? code : 'unknown'}` : `by ${signal}`;
}

function addTest(event: unknown, kind: string, place: ReportPlace, draft: RunDraft): void {
  const error = entry(event, 'error');
  const isDerived = textAt(error, 'failureType') === 'subtestsFailed';
  const hasPassed = entry(event, 'isPassed') === true;
  // A group is no test of its own, unless its hooks failed; what failed within it is told anyway.
  if (isDerived || (kind === 'suite' && hasPassed)) return;
  const titles = textsAt(event, 'titles');
  const file = place.locate(textAt(event, 'file') ?? '');
  const state = stateOf(event, hasPassed);
  draft.add({ titles, file, state, failure: state === 'failed' ? describeFailure(error, place) : null });
}

function stateOf(event: unknown, hasPassed: boolean): TestState {
  if (entry(event, 'isTodo') === true) return 'todo';
  if (entry(event, 'isSkipped') === true) return 'skipped';
  return hasPassed ? 'passed' : 'failed';
}

function describeFailure(error: unknown, place: ReportPlace): TestFailure {
  const message = textAt(error, 'message') ?? '';
  const text = textAt(error, 'stack') ?? `${textAt(error, 'name') ?? 'Error'}: ${message}`;
  const failure = classifyThrown(text, place);
  if (textAt(error, 'failureType') === 'testTimeoutFailure') return { ...failure, kind: 'timeout' };
  if (textAt(error, 'code') === 'ERR_ASSERTION') return { ...failure, kind: 'assertion', missing: null };
  return failure;
}
