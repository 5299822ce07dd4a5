import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Framework } from '../../src/frameworks/framework.ts';
import { parseReport } from '../../src/frameworks/reports/parse-report.ts';
import type { TestRun } from '../../src/frameworks/test-run.ts';
import { projectDir } from '../workspace.ts';
import { makeFramework, showFailures, showTests } from './make-framework.ts';

const fixture = (name: string) => readFileSync(join(projectDir, 'test/fixtures/frameworks', name), 'utf8');

function read(
  framework: Framework,
  code: number,
  output: { report?: string; stdout?: string; stderr?: string },
): TestRun {
  const { report = null, stdout = '', stderr = '' } = output;
  return parseReport(framework, { root: '/repo', end: { kind: 'exited', code, stdout, stderr }, report });
}

const shelfTests = (frames: boolean) => {
  const at = (path: string) => (frames ? ` in ${path}` : '');
  const own = at('test/shelf.test.js');
  return [
    'passed test/shelf.test.js: 010 an empty shelf counts none',
    `failed (error${at('src/shelf.js')}) test/shelf.test.js: 020 a null shelf counts none`,
    `failed (assertion${own}) test/shelf.test.js: 030 two books count three`,
    `failed (missing sort${own}) test/shelf.test.js: 040 sorts`,
    'passed test/shelf.test.js: nested > 050 inner passes',
    `failed (error${own}) test/shelf.test.js: nested > deeper > 070 deep`,
    'todo test/shelf.test.js: 080 later',
    'skipped test/shelf.test.js: 090 skipped',
    `failed (timeout${own}) test/shelf.test.js: 100 slow`,
    `failed (assertion${own}) test/shelf.test.js: 110 <b> & "q"`,
    `failed (missing sortBooks${at('test/symbol.test.js')}) test/symbol.test.js: 130 sorts`,
  ];
};

for (const version of ['vitest-5.1.0', 'vitest-1.6.1', 'jest-30.5.2', 'jest-29.7.0']) {
  test(`${version}: tests, why they failed, and files that could not be run`, () => {
    const framework = makeFramework(version.startsWith('jest') ? 'jest' : 'vitest');
    const run = read(framework, 1, { report: fixture(`${version}.json`) });
    const shown = showTests(run).filter((line) => !line.includes('150 exits'));
    assert.deepEqual(shown, shelfTests(version !== 'vitest-1.6.1'));
    assert.deepEqual(showFailures(run).toSorted(), [
      'missing module ../src/rank.js test/missing.test.js',
      'syntax test/broken.test.js',
    ]);
    assert.deepEqual([run.trouble, run.isComplete, run.exitCode], [null, false, 1]);
  });
}

test('a file of vitest or jest whose hooks throw failed, though no test of it did', () => {
  const file = (name: string, message: string, ...tests: readonly string[]) => ({
    ...{ name: `/repo/test/${name}.test.js`, status: 'failed', message },
    assertionResults: tests.map((status) => ({
      ancestorTitles: [],
      title: `is ${status}`,
      status,
      failureMessages: [],
    })),
  });
  const suite = '  ● Test suite failed to run\n\n    teardown\n';
  const testResults = [
    file('before-all', "Cannot find module '../src/rank.js' imported from test/before-all.test.js", 'skipped'),
    file('within-a-group', '', 'passed', 'skipped'),
    file('after-all', suite, 'passed'),
    file('both', `  ● is failed\n\n    no\n\n${suite}`, 'failed'),
    file('a-test', '  ● is failed\n\n    no\n', 'failed'),
  ];
  const run = read(makeFramework('vitest'), 1, { report: JSON.stringify({ testResults }) });
  assert.deepEqual([run.trouble, run.isComplete], [null, false]);
  assert.deepEqual(showFailures(run), [
    'missing module ../src/rank.js test/before-all.test.js',
    'error test/within-a-group.test.js',
    'error test/after-all.test.js',
    'error test/both.test.js',
  ]);
  assert.deepEqual(showTests(run), [
    'passed test/within-a-group.test.js: is passed',
    'passed test/after-all.test.js: is passed',
    'failed (error) test/both.test.js: is failed',
    'failed (error) test/a-test.test.js: is failed',
  ]);
});

test('pytest: assertions, errors of the code, expected failures, fixtures, and modules that could not be imported', () => {
  const run = read(makeFramework('pytest'), 1, { report: fixture('pytest-9.0.3.xml') });
  const at = 'tests/test_shelf.py';
  assert.deepEqual(showTests(run), [
    `passed ${at}: test_010_empty_shelf`,
    `failed (error in src/shelf/__init__.py) ${at}: test_020_null_shelf`,
    `failed (assertion in ${at}) ${at}: test_030_two`,
    `failed (missing sort in ${at}) ${at}: test_040_sorts`,
    `passed ${at}: TestNested > test_050_inner`,
    `passed ${at}: TestNested > test_060_many[1]`,
    `failed (assertion in ${at}) ${at}: TestNested > test_060_many[2]`,
    `skipped ${at}: test_090_skipped`,
    `todo ${at}: test_080_later`,
    `failed (error) ${at}: test_081_strict`,
    `failed (assertion in ${at}) ${at}: TestOld > test_100_old`,
    `failed (error in ${at}) ${at}: test_110_fixture`,
    `failed (error in ${at}) ${at}: test_115_name`,
    `failed (assertion in ${at}) ${at}: test_116_raises`,
    `failed (assertion in ${at}) ${at}: test_117_fail`,
  ]);
  assert.deepEqual(showFailures(run), [
    'syntax tests/test_broken.py',
    'missing module shelf.rank tests/test_missing.py',
    'missing symbol sort_books tests/test_symbol.py',
  ]);
});

test('pytest that collects nothing has no tests, whatever else it says', () => {
  const run = read(makeFramework('pytest'), 5, { report: fixture('pytest-9.0.3-empty.xml') });
  assert.deepEqual([run.trouble, run.isComplete, run.tests.length], ['no tests', false, 0]);
});

test('go: tests and subtests, a panic that ends a package, and packages that do not compile', () => {
  const output = { stdout: fixture('go-1.19.8.jsonl'), stderr: fixture('go-1.19.8.stderr.txt') };
  const run = read(makeFramework('go'), 2, output);
  assert.deepEqual(showTests(run), [
    'passed ?: Test019Fine',
    'failed (error in shelf.go) ?: Test020Nil',
    'passed ?: Test010Empty',
    'failed (assertion) shelf_test.go: Test030Two',
    'passed ?: TestTable > 050_one',
    'failed (assertion) shelf_test.go: TestTable > 060_two',
    'skipped shelf_test.go: Test090Skipped',
    'passed ?: TestSlow',
  ]);
  assert.deepEqual(showFailures(run), [
    'error boom',
    'syntax broken/broken_test.go',
    'missing module example.com/shelf/rank nopkg/nopkg_test.go',
    'missing symbol shelf.Rank missing/missing_test.go',
  ]);
  assert.equal(run.tests[5]?.failure?.message, 'shelf_test.go:24: fails\n        in two lines');
  assert.equal(run.isComplete, false);
});

test('ids are the same in the next run: whichever package of Go is first, whatever a test says, wherever documentation stands', () => {
  const event = (name: string, Action: string, Output?: string) =>
    JSON.stringify({ Action, Package: `example.com/shelf/${name}`, Test: 'TestNew', Output });
  const idsOf = (...events: readonly string[]) =>
    read(makeFramework('go'), 0, { stdout: events.join('\n') }).tests.map(({ id, state }) => `${state} ${id}`);
  assert.deepEqual(idsOf(event('a', 'pass'), event('b', 'pass')), ['passed a::TestNew', 'passed b::TestNew']);
  const said = event('b', 'output', '    b_test.go:3: not now\n');
  assert.deepEqual(idsOf(said, event('b', 'skip'), event('a', 'pass')), ['skipped b::TestNew', 'passed a::TestNew']);
  const documented = (line: number) =>
    `running 1 test\ntest src/lib.rs - count (line ${line}) ... ok\n\ntest result: ok. 1 passed; 0 failed\n`;
  const cargo = [5, 9].map((line) => read(makeFramework('cargo'), 0, { stdout: documented(line) }).tests[0]?.id);
  assert.equal(cargo[0], cargo[1]);
});

test('go 1.24: what the compiler says in events is read as well', () => {
  const run = read(makeFramework('go'), 1, { stdout: fixture('go-1.24.jsonl') });
  assert.deepEqual(showTests(run), ['passed ?: Test010Empty']);
  assert.deepEqual(showFailures(run), ['missing symbol shelf.Rank missing/missing_test.go']);
});

test('cargo: three binaries, what their tests printed is no result, and files from the other stream', () => {
  const output = { stdout: fixture('cargo-1.95.0.txt'), stderr: fixture('cargo-1.95.0.stderr.txt') };
  const run = read(makeFramework('cargo'), 101, output);
  assert.deepEqual(showTests(run), [
    'skipped src/lib.rs: tests > t090_skipped',
    'passed src/lib.rs: tests > t010_empty',
    'passed tests/shelf.rs: inner > t050_inner',
    'failed (assertion in tests/shelf.rs) tests/shelf.rs: t030_two',
    'failed (error in src/lib.rs) tests/shelf.rs: t020_none',
    'failed (assertion) tests/shelf.rs: t060_panics',
    'failed (assertion) tests/shelf.rs: t070_result',
    'failed (error in tests/shelf.rs) tests/shelf.rs: t075_todo',
    'passed src/lib.rs: src/lib.rs - count',
  ]);
  assert.deepEqual([run.isComplete, run.trouble], [true, null]);
});

test('cargo that cannot compile says what is missing, or that it is wrong', () => {
  const missing = read(makeFramework('cargo'), 101, { stderr: fixture('cargo-1.95.0-missing.stderr.txt') });
  assert.deepEqual(showFailures(missing), ['missing symbol shelf::rank tests/missing.rs']);
  assert.equal(missing.trouble, 'missing');
  const broken = read(makeFramework('cargo'), 101, { stderr: fixture('cargo-1.95.0-broken.stderr.txt') });
  assert.deepEqual([showFailures(broken), broken.trouble], [['syntax tests/missing.rs'], 'syntax']);
});

test('cargo: a test that takes an answer for granted claims that it comes; what the language says is no claim', () => {
  const judge = (said: string) => {
    const shown = `failures:\n\n---- t010 stdout ----\n${said}\n\nfailures:\n    t010\n`;
    const sum = 'test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n';
    const stdout = `running 1 test\ntest t010 ... FAILED\n\n${shown}\n${sum}`;
    return read(makeFramework('cargo'), 101, { stdout }).tests[0]?.failure?.kind;
  };
  const panics = (place: string, words: string) => judge(`thread 't010' (7) panicked at ${place}:3:5:\n${words}`);
  for (const words of ['called `Result::unwrap()` on an `Err` value: Empty', 'it is read: Empty', 'no answer'])
    assert.equal(panics('tests/a.rs', words), 'assertion', words);
  for (const words of ['index out of bounds: the len is 0', 'not yet implemented', 'attempt to add with overflow'])
    assert.equal(panics('tests/a.rs', words), 'error', words);
  assert.equal(panics('src/lib.rs', 'called `Option::unwrap()` on a `None` value'), 'error');
  assert.equal(judge("thread 't010' panicked at 'no answer', tests/a.rs:3:5"), 'assertion');
});

test('cargo in a crate of a workspace names files from the top of the workspace, and they are found', () => {
  const crate = makeFramework('cargo', { folder: 'rust/crates/core' });
  const stdout = [
    'running 1 test\ntest t010_none ... FAILED\n\nfailures:\n\n---- t010_none stdout ----',
    "thread 't010_none' (7) panicked at crates/core/src/lib.rs:2:67:\ncalled `Option::unwrap()` on a `None` value\n\n",
    'failures:\n    t010_none\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n',
  ].join('\n');
  const stderr = '     Running tests/first.rs (target/debug/deps/first-1)\n';
  assert.deepEqual(showTests(read(crate, 101, { stdout, stderr })), [
    'failed (error in rust/crates/core/src/lib.rs) rust/crates/core/tests/first.rs: t010_none',
  ]);
  const wrong = 'error: expected `;`\n --> crates/core/src/lib.rs:1:2\n';
  assert.deepEqual(showFailures(read(crate, 101, { stderr: wrong })), ['syntax rust/crates/core/src/lib.rs']);
});

test('a configured command may print JUnit or TAP of anybody', () => {
  const junit = read(makeFramework('command', { report: 'junit' }), 1, { stdout: fixture('node-24-junit.xml') });
  const tap = read(makeFramework('command', { report: 'tap' }), 1, { stdout: fixture('node-24.tap') });
  const plain = (run: TestRun) => showTests(run).map((line) => line.replace(/ in [^)]+| test\/\S+:| \?:/g, ''));
  const expected = [
    'passed 010 an empty shelf counts none',
    'failed (error) 020 a null shelf counts none',
    'failed (assertion) 030 two books count three',
    'failed (missing sort) 040 sorts',
    'passed nested > 050 inner passes',
    'failed (assertion) nested > 060 inner fails',
    'failed (error) nested > deeper > 070 deep',
    'todo 080 later',
    'skipped 090 skipped',
    'failed (timeout) 100 slow',
    'failed (assertion) 110 parent > 111 child',
  ];
  assert.deepEqual(plain(junit), expected);
  assert.deepEqual(plain(tap), expected);
  assert.deepEqual(showFailures(junit).length, 4);
});

test('a command without a report is judged by its exit code alone', () => {
  const framework = makeFramework('command');
  const green = read(framework, 0, { stdout: 'all fine' });
  const red = read(framework, 2, { stdout: 'FAILED: counts', stderr: 'make: *** [test] Error 1' });
  assert.deepEqual([green.trouble, green.exitCode, green.tests.length], [null, 0, 0]);
  assert.equal(red.exitCode, 2);
  assert.match(red.detail ?? '', /FAILED: counts\nmake: \*\*\* \[test\] Error 1/);
});

test('a run that did not end by itself tells how it ended', () => {
  const framework = makeFramework('vitest');
  const report = fixture('vitest-5.1.0.json');
  const ends = [
    [{ kind: 'stopped', reason: 'wall', stderr: '' }, 'timeout'],
    [{ kind: 'stopped', reason: 'idle', stderr: '' }, 'timeout'],
    [{ kind: 'stopped', reason: 'output', stderr: '' }, 'stopped'],
    [{ kind: 'killed', signal: 'SIGSEGV', stderr: '' }, 'crash'],
    [{ kind: 'unstartable', errno: 'ENOENT' }, 'unstartable'],
  ] as const;
  for (const [end, trouble] of ends) {
    const run = parseReport(framework, { root: '/repo', end, report });
    assert.deepEqual([run.trouble, run.exitCode, run.isComplete, run.tests], [trouble, null, false, []]);
  }
});

test('paths outside of the repository belong to nobody', () => {
  const report = fixture('vitest-5.1.0.json').replaceAll('/repo/', '/elsewhere/');
  const run = read(makeFramework('vitest'), 1, { report });
  assert.ok(run.tests.every(({ file, failure }) => file === null && (failure?.thrownIn ?? null) === null));
});

test('a part of a repository has paths of the whole', () => {
  const framework = makeFramework('pytest', { folder: 'packages/shelf' });
  const run = read(framework, 1, { report: fixture('pytest-9.0.3.xml') });
  assert.equal(run.tests[0]?.file, 'packages/shelf/tests/test_shelf.py');
  assert.equal(run.tests[1]?.failure?.thrownIn, 'packages/shelf/src/shelf/__init__.py');
});
