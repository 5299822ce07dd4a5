import type { Framework } from '../framework.ts';
import type { RunTrouble, TestRun } from '../test-run.ts';
import type { RunDraft } from './run-draft.ts';

/** pytest says with its own codes that nothing was collected, that it broke, or that it was called wrongly. */
const pytestCodes: Readonly<Record<number, RunTrouble>> = { 3: 'crash', 4: 'crash', 5: 'no tests' };

/** Weighs a report against the exit code of its run. */
export function settleRun(framework: Framework, draft: RunDraft, exitCode: number, said: string): TestRun {
  const trouble = findTrouble(framework, draft, exitCode);
  const { tests, fileFailures } = draft;
  const isComplete =
    trouble === null && draft.isWhole && !draft.isCut && !draft.hasCrashed && fileFailures.length === 0;
  const detail = trouble === null ? null : describe(trouble, draft, exitCode, said);
  return { tests, fileFailures, isComplete, trouble, detail, exitCode };
}

function findTrouble({ kind }: Framework, draft: RunDraft, exitCode: number): RunTrouble | null {
  const { tests, fileFailures } = draft;
  if (kind === 'pytest' && pytestCodes[exitCode] !== undefined) return pytestCodes[exitCode];
  if (!draft.isWhole) return 'report damaged';
  if (tests.length === 0) {
    // They end well where there is nothing to run.
    const isBroken = (kind === 'go' || kind === 'cargo') && exitCode !== 0 && fileFailures.length === 0;
    return draft.hasCrashed || isBroken ? 'crash' : whyNothingRan(draft);
  }
  const hasFailed = tests.some(({ state }) => state === 'failed') || fileFailures.length > 0;
  if (hasFailed === (exitCode === 0)) return 'contradiction';
  return null;
}

function whyNothingRan({ fileFailures }: RunDraft): RunTrouble {
  const kinds = new Set(fileFailures.map(({ kind }) => kind));
  if (kinds.size === 0) return 'no tests';
  if (kinds.has('syntax')) return 'syntax';
  if (kinds.has('timeout')) return 'timeout';
  return kinds.has('missing') && kinds.size === 1 ? 'missing' : 'crash';
}

function describe(trouble: RunTrouble, { tests, fileFailures }: RunDraft, exitCode: number, said: string): string {
  if (trouble === 'contradiction') {
    const failed = tests.filter(({ state }) => state === 'failed').length;
    const what = `the report names ${failed + fileFailures.length} failures of ${tests.length} tests, the exit code is ${exitCode}`;
    return said === '' ? what : `${what}: ${said}`;
  }
  const [first] = fileFailures;
  if (first !== undefined) return `${first.file}: ${first.message}`;
  return said === '' ? `exit code ${exitCode}` : said;
}
