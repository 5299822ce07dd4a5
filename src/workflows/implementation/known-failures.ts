import type { TestRun } from '../../frameworks/test-run.ts';

/** A run without what failed before anything was changed; `known` is what `listFailures` said then. */
export function withoutKnown(run: TestRun, known: readonly string[]): TestRun {
  if (known.length === 0) return run;
  const before = new Set(known);
  const tests = run.tests.filter(({ id, state }) => state !== 'failed' || !before.has(id));
  const fileFailures = run.fileFailures.filter(({ file }) => !before.has(`file ${file}`));
  const isForgiven = run.trouble === null && run.fileFailures.length > 0 && fileFailures.length === 0;
  return { ...run, tests, fileFailures, isComplete: run.isComplete || isForgiven };
}
