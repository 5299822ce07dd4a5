import type { FailureKind, RanTest, TestRun, TestState } from '../../../../src/frameworks/test-run.ts';

/** A test that ran; a failure has a kind. */
export function ran(name: string, state: TestState | FailureKind = 'passed', file = 'test/a.test.ts'): RanTest {
  const isPlain = state === 'passed' || state === 'skipped' || state === 'todo' || state === 'failed';
  const kind = isPlain ? 'assertion' : state;
  const isFailed = !isPlain || state === 'failed';
  return {
    id: `${file}::${name}`,
    titles: [name],
    name,
    file,
    state: isFailed ? 'failed' : state,
    failure: isFailed ? { kind, message: `${kind} of ${name}`, missing: null, thrownIn: null } : null,
  };
}

export function makeRun(tests: readonly RanTest[], changes: Partial<TestRun> = {}): TestRun {
  const exitCode = tests.some(({ state }) => state === 'failed') ? 1 : 0;
  return { tests, fileFailures: [], isComplete: true, trouble: null, detail: null, exitCode, ...changes };
}
