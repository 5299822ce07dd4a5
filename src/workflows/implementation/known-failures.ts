import type { TestRun } from '../../frameworks/test-run.ts';
import { wholeRun } from './gates/judge-runs.ts';

/** A run without what failed before anything was changed; `known` is what `listFailures` said then. */
export function withoutKnown(run: TestRun, known: readonly string[]): TestRun {
  if (known.length === 0) return run;
  const before = new Set(known);
  const tests = run.tests.filter(({ id, state }) => state !== 'failed' || !before.has(id));
  const fileFailures = run.fileFailures.filter(({ file }) => !before.has(`file ${file}`));
  // A part that died before dies again: what it took with it was not run then either.
  const isKnown = run.fileFailures.length > 0 || before.has(wholeRun);
  const isForgiven = run.trouble === null && isKnown && fileFailures.length === 0;
  return { ...run, tests, fileFailures, isComplete: run.isComplete || isForgiven };
}
