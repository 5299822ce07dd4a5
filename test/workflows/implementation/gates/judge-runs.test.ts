import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeGreen } from '../../../../src/frameworks/scenarios/judge-green.ts';
import type { TestRun } from '../../../../src/frameworks/test-run.ts';
import { judgeProof, judgeSuite, listFailures } from '../../../../src/workflows/implementation/gates/judge-runs.ts';
import { listPassed } from '../../../../src/workflows/implementation/gates/left-out.ts';
import { withoutKnown } from '../../../../src/workflows/implementation/known-failures.ts';
import { makeRun, ran } from './runs.ts';

const scenarios = [
  { id: '010', title: 'Empty' },
  { id: '020', title: 'Full' },
];
const red = { announced: ['src/a.ts'], listed: [] };
const green = makeRun([ran('010 empty'), ran('020 full')]);
const without = makeRun([ran('010 empty', 'assertion'), ran('020 full', 'missing')]);

const proofs: readonly (readonly [
  title: string,
  runWith: TestRun,
  runWithout: TestRun,
  findings: readonly RegExp[],
])[] = [
  ['green with it and red without it', green, without, []],
  [
    'a test that passes without the change proves nothing',
    green,
    makeRun([ran('010 empty'), ran('020 full', 'assertion')]),
    [/^without the change: scenario 010, 010 empty: it passes before anything was changed$/],
  ],
  [
    'a test that fails with the change',
    makeRun([ran('010 empty', 'assertion'), ran('020 full')]),
    without,
    [/^with the change: 010 empty: assertion/],
  ],
  [
    'a scenario without a test',
    makeRun([ran('020 full')]),
    without,
    [/^with the change: scenario 010: no test is named 010/],
  ],
  [
    'a skipped test',
    makeRun([ran('010 empty', 'skipped'), ran('020 full')]),
    without,
    [/scenario 010, 010 empty: it is skipped/],
  ],
  [
    'a syntax error without the change is the wrong reason',
    green,
    makeRun([ran('010 empty', 'syntax'), ran('020 full', 'assertion')]),
    [/^without the change: scenario 010, 010 empty: syntax/],
  ],
  [
    'a run that broke proves nothing',
    green,
    makeRun([], { trouble: 'crash', detail: 'exit 137', exitCode: 137 }),
    [/crash: exit 137/],
  ],
];

for (const [title, runWith, runWithout, findings] of proofs) {
  test(`proof: ${title}`, () => {
    const result = judgeProof({ runWith, runWithout, scenarios, red });
    assert.equal(result.state, findings.length === 0 ? 'passed' : 'failed');
    assert.equal(result.findings.length, findings.length, JSON.stringify(result.findings));
    for (const [at, pattern] of findings.entries()) assert.match(result.findings[at] ?? '', pattern);
  });
}

const broken = {
  file: 'test/b.test.ts',
  kind: 'syntax',
  message: 'Unexpected token',
  missing: null,
  thrownIn: null,
} as const;
const suites: readonly (readonly [
  title: string,
  before: TestRun,
  now: TestRun,
  state: string,
  findings: readonly RegExp[],
])[] = [
  ['all pass', green, green, 'passed', []],
  [
    'a test that fails by the change',
    green,
    makeRun([ran('old', 'assertion')]),
    'failed',
    [/^old: assertion: assertion of old$/],
  ],
  [
    'what failed before is told',
    makeRun([ran('old', 'error')]),
    makeRun([ran('old', 'error'), ran('x')]),
    'warned',
    [/as before the change/],
  ],
  [
    'beside what failed before, a new failure fails',
    makeRun([ran('old', 'error')]),
    makeRun([ran('old', 'error'), ran('x', 'error')]),
    'failed',
    [/^x/, /^old/],
  ],
  [
    'a file that cannot be loaded any more',
    green,
    makeRun([ran('x')], { fileFailures: [broken], isComplete: false }),
    'failed',
    [/^file test\/b\.test\.ts/],
  ],
  [
    'a crash',
    green,
    makeRun([ran('x')], { trouble: 'crash', isComplete: false, exitCode: null }),
    'failed',
    [/^the suite: crash/],
  ],
  ['a run that was not whole', green, makeRun([ran('x')], { isComplete: false }), 'failed', [/^the suite/]],
  ['a plain command that passes', makeRun([]), makeRun([]), 'passed', []],
  ['a plain command that fails', makeRun([]), makeRun([], { exitCode: 3 }), 'failed', [/^the suite: exit code 3/]],
  [
    'a plain command that failed before',
    makeRun([], { exitCode: 3 }),
    makeRun([], { exitCode: 3 }),
    'warned',
    [/as before/],
  ],
];

for (const [title, before, now, state, findings] of suites) {
  test(`suite: ${title}`, () => {
    const result = judgeSuite(now, { failures: listFailures(before), passed: [], deleted: [], part: null });
    assert.equal(result.state, state);
    assert.equal(result.findings.length, findings.length, JSON.stringify(result.findings));
    for (const [at, pattern] of findings.entries()) assert.match(result.findings[at] ?? '', pattern);
  });
}

test('a part that died before the change may die again; what else fails still counts, and trouble is never forgiven', () => {
  const dead = makeRun([ran('old', 'error')], { isComplete: false });
  const known = listFailures(dead);
  const judge = (run: TestRun) => judgeGreen(withoutKnown(run, known), []).map(({ code }) => code);
  assert.deepEqual(judge(makeRun([ran('x'), ran('old', 'error')], { isComplete: false })), []);
  assert.deepEqual(judge(makeRun([ran('x', 'error'), ran('old', 'error')], { isComplete: false })), ['TEST_FAILS']);
  assert.deepEqual(judge({ ...dead, trouble: 'contradiction' }), ['RUN_TROUBLE']);
  assert.deepEqual(
    judgeGreen(withoutKnown(makeRun([ran('x')], { isComplete: false }), ['other']), []).map(({ code }) => code),
    ['RUN_INCOMPLETE'],
  );
});

test('suite: what passed before and is not run is no failure of a test, and fails all the same', () => {
  const before = { failures: [], passed: listPassed(makeRun([ran('x'), ran('y')])), deleted: [], part: null };
  const { state, summary } = judgeSuite(makeRun([ran('x'), ran('y', 'skipped')]), before);
  assert.equal(state, 'failed');
  assert.equal(summary, '1 of 2 tests of the suite pass; 0 fail by the change; some that passed before are not run');
});
