import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { carries } from '../../src/frameworks/scenarios/carried-id.ts';
import { judgeGreen } from '../../src/frameworks/scenarios/judge-green.ts';
import { judgeRed } from '../../src/frameworks/scenarios/judge-red.ts';
import { matchScenarios } from '../../src/frameworks/scenarios/match-scenarios.ts';
import type { Reason } from '../../src/frameworks/scenarios/reason.ts';
import { listTests } from '../../src/frameworks/source/list-tests.ts';
import type { ListedTest } from '../../src/frameworks/source/listed-test.ts';
import type { FileFailure, RanTest, TestFailure, TestRun } from '../../src/frameworks/test-run.ts';

const scenario = (id: string) => ({ id, title: `Scenario ${id}` });
const failure = (kind: TestFailure['kind'], more: Partial<TestFailure> = {}): TestFailure => {
  return { kind, message: `${kind} it was\nmore`, missing: null, thrownIn: null, ...more };
};
const ran = (name: string, state: RanTest['state'], why: TestFailure | null = null): RanTest => {
  return { id: name, titles: name.split(' > '), name, file: 'test/a.test.js', state, failure: why };
};
const makeRun = (tests: readonly RanTest[], more: Partial<TestRun> = {}): TestRun => {
  const hasFailed = tests.some(({ state }) => state === 'failed') || (more.fileFailures ?? []).length > 0;
  return {
    tests,
    fileFailures: [],
    isComplete: !hasFailed || more.fileFailures === undefined,
    trouble: null,
    detail: null,
    exitCode: hasFailed ? 1 : 0,
    ...more,
  };
};
const listed = (name: string, file: string): ListedTest => {
  return { file, titles: name.split(' > '), name, line: 1, endLine: 1, marks: [], assertions: 1 };
};
const show = (reasons: readonly Reason[]) =>
  reasons.length === 0
    ? 'holds'
    : reasons.map(({ code, scenario: id, test: name }) => `${code} ${id ?? '-'} ${name ?? '-'}`).join('; ');

test('a title carries an id as a word, however the language writes names', () => {
  for (const title of [
    '010 An empty name',
    '010: an empty name',
    '[010] an empty name',
    '#010 an empty name',
    'test_010_empty_name',
    'test_010',
    'Test010EmptyName',
    'T010',
    't010_empty',
    'TestScenario010Empty',
    'test010',
    'Scenario 010 - empty',
    'testEmpty010Name',
    'test_empty_name_010',
    'an empty name (010)',
    'counts scenario 010 right',
    'test_010_empty_name[case-1]',
  ]) {
    assert.notEqual(carries(title, '010'), 'none', title);
  }
});

test('a number within a number, a figure or another word is no id', () => {
  for (const title of [
    '0100 x',
    '2010 x',
    '1.010 x',
    '010.5 x',
    'waits 010ms',
    'utf010',
    'abc010',
    '12:010',
    'x010y',
    '',
  ]) {
    assert.equal(carries(title, '010'), 'none', title);
  }
});

test('every test that is named by an id carries it, and only it', () => {
  const ids = fc.integer({ min: 1, max: 999 }).map((number) => String(number).padStart(3, '0'));
  const words = fc.array(fc.constantFrom('empty', 'name', 'shelf', 'is', 'counted'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(ids, ids, words, (id, other, said) => {
      for (const title of [`${id} ${said.join(' ')}`, `test_${id}_${said.join('_')}`, `Test${id}${said.join('')}`]) {
        assert.equal(carries(title, id), 'start', title);
        if (other !== id) assert.equal(carries(title, other), 'none', `${title} / ${other}`);
      }
    }),
  );
});

test('a number in the sentence of one scenario does not make it the test of another', () => {
  const run = makeRun([ran('020 a shelf of 100 books', 'passed'), ran('an old test with 100 books', 'passed')]);
  const [first, second] = matchScenarios(run, [scenario('020'), scenario('100')]);
  assert.deepEqual(
    first?.tests.map(({ name }) => name),
    ['020 a shelf of 100 books'],
  );
  assert.deepEqual(
    second?.tests.map(({ name }) => name),
    ['an old test with 100 books'],
  );
});

test('groups carry ids for what is in them', () => {
  const run = makeRun([
    ran('010 empty > returns none', 'passed'),
    ran('010 empty > says so', 'passed'),
    ran('test_020_many[1]', 'passed'),
    ran('test_020_many[2]', 'passed'),
    ran('030 first', 'passed'),
    ran('030 second', 'passed'),
  ]);
  const matched = matchScenarios(run, ['010', '020', '030', '040'].map(scenario));
  assert.deepEqual(
    matched.map(({ tests }) => tests.length),
    [2, 2, 2, 0],
  );
});

const context = { announced: ['src/shelf.js', 'src/rank.js'], listed: [] };
const redOf = (test: RanTest) => show(judgeRed(makeRun([test]), [scenario('010')], context));

test('red is an assertion, something that the design adds, or an error of what it changes', () => {
  const symbol = { what: 'symbol', name: 'sort' } as const;
  const module = { what: 'module', name: '../src/rank.js' } as const;
  for (const why of [
    failure('assertion'),
    failure('missing', { missing: symbol }),
    failure('missing', { missing: module }),
    failure('missing', { missing: { what: 'module', name: '/tmp/x/src/rank.js' } }),
    failure('error', { thrownIn: 'src/shelf.js' }),
  ]) {
    assert.equal(redOf(ran('010 a', 'failed', why)), 'holds', JSON.stringify(why));
  }
});

test('red is not: passing, skipped, left for later, wrong by itself, too slow, or without a package of others', () => {
  assert.equal(redOf(ran('010 a', 'passed')), 'TEST_PASSES 010 010 a');
  assert.equal(redOf(ran('010 a', 'skipped')), 'TEST_SKIPPED 010 010 a');
  assert.equal(redOf(ran('010 a', 'todo')), 'TEST_SKIPPED 010 010 a');
  for (const kind of ['syntax', 'timeout', 'error'] as const) {
    assert.equal(redOf(ran('010 a', 'failed', failure(kind))), 'WRONG_REASON 010 010 a');
  }
  assert.equal(
    redOf(ran('010 a', 'failed', failure('error', { thrownIn: 'test/a.test.js' }))),
    'WRONG_REASON 010 010 a',
  );
  for (const name of ['lodash', '@scope/other', 'node:nothing']) {
    const why = failure('missing', { missing: { what: 'module', name } });
    assert.equal(redOf(ran('010 a', 'failed', why)), 'MISSING_UNANNOUNCED 010 010 a', name);
  }
  const vocabulary = failure('missing', { missing: { what: 'symbol', name: 'expect' } });
  assert.equal(redOf(ran('010 a', 'failed', vocabulary)), 'MISSING_UNANNOUNCED 010 010 a');
});

test('modules are announced in every language by the way to their file', () => {
  const red = (name: string, path: string) => {
    const why = failure('missing', { missing: { what: 'module', name } });
    const run = makeRun([ran('010 a', 'failed', why)]);
    return judgeRed(run, [scenario('010')], { announced: [path], listed: [] }).length === 0;
  };
  assert.ok(red('shelf.rank', 'src/shelf/rank.py') && red('rank', 'src/rank/__init__.py'));
  assert.ok(
    red('example.com/shelf/rank', 'rank/of.go') &&
      red('./rank', 'src/rank.ts') &&
      red('../src/rank', 'src/rank/index.ts'),
  );
  assert.ok(!red('shelf.rank', 'src/shelf/sort.py') && !red('../lib/rank.js', 'src/rank.js'));
});

test('beside one that fails rightly another may pass, but none may fail wrongly', () => {
  const judge = (...tests: RanTest[]) => show(judgeRed(makeRun(tests), [scenario('010')], context));
  assert.equal(judge(ran('010 a', 'failed', failure('assertion')), ran('010 b', 'passed')), 'holds');
  assert.equal(
    judge(ran('010 a', 'failed', failure('assertion')), ran('010 b', 'failed', failure('timeout'))),
    'WRONG_REASON 010 010 b',
  );
});

const unloaded = (file: string, why: TestFailure): FileFailure => ({ file, ...why });

test('tests of files that cannot be loaded are red by what the file lacks, and known from its source', () => {
  const missing = failure('missing', { missing: { what: 'module', name: '../src/rank.js' } });
  const judge = (why: TestFailure, tests: readonly ListedTest[]) => {
    const run = makeRun([], { fileFailures: [unloaded('test/rank.test.js', why)], trouble: 'missing' });
    return show(judgeRed(run, [scenario('010')], { ...context, listed: tests }));
  };
  const own = [listed('010 ranks', 'test/rank.test.js')];
  assert.equal(judge(missing, own), 'holds');
  assert.equal(judge(failure('syntax'), own), 'WRONG_REASON 010 010 ranks');
  assert.equal(judge(missing, []), 'TEST_MISSING 010 -');
  // It stands in another file, which was loaded, and did not run.
  assert.equal(judge(missing, [listed('010 ranks', 'test/other.test.js')]), 'TEST_MISSING 010 -');
});

test('a package of Go and a crate of Rust fail as a whole', () => {
  const why = failure('missing', { missing: { what: 'symbol', name: 'shelf.Rank' } });
  const judge = (failed: string, file: string) => {
    const run = makeRun([], { fileFailures: [unloaded(failed, why)], trouble: 'missing' });
    return (
      judgeRed(run, [scenario('010')], { announced: ['rank.go'], listed: [listed('Test010Ranks', file)] }).length === 0
    );
  };
  assert.ok(judge('a/rank_test.go', 'a/other_test.go') && judge('tests/a.rs', 'tests/b.rs'));
  assert.ok(!judge('a/rank_test.go', 'b/other_test.go'));
});

test('tests of Go that another of their package took along by its panic are as red as that one', () => {
  const panic = { ...failure('error', { thrownIn: 'first.go' }), file: '.' };
  const run = makeRun([ran('Test010Nil', 'failed', panic)], { fileFailures: [panic], isComplete: false });
  const judge = (announced: string[]) =>
    show(
      judgeRed(run, [scenario('010'), scenario('020')], { announced, listed: [listed('Test020Empty', 'a_test.go')] }),
    );
  assert.equal(judge(['first.go']), 'holds');
  assert.equal(judge(['other.go']), 'WRONG_REASON 010 Test010Nil; WRONG_REASON 020 Test020Empty');
});

test('the numbered rows of a table of Go are its subtests, also where its package does not compile', async () => {
  const table = (rows: string) =>
    `func TestCount(t *testing.T) {\n\tfor _, c := range []row{\n${rows}\n\t} {\n\t\tt.Run(c.name, func(t *testing.T) {})\n\t}\n}\n`;
  const names = async (text: string) =>
    (await listTests(new Map([['a_test.go', `package a\n\n${text}`]]), 'go')).map(({ name }) => name);
  for (const rows of [
    '{"010 no word", "", 0},\n{"020 two", "404 of them", 2},',
    '{\n\tname: "010 no word",\n\twant: "404 of them"}, {name: "020 two"},',
    '"010 no word": {"", 0},\n"020 two": {"", 2},',
  ])
    assert.deepEqual(await names(table(rows)), ['TestCount', 'TestCount > 010_no_word', 'TestCount > 020_two'], rows);
  const plain = 'func TestCount(t *testing.T) {\n\twant := row{"404 of them"}\n\tt.Fatal(want)\n}\n';
  assert.deepEqual(await names(plain), ['TestCount']);
});

test('a run in trouble is neither red nor green', () => {
  const red = [ran('010 a', 'failed', failure('assertion'))];
  for (const trouble of [
    'no tests',
    'crash',
    'timeout',
    'stopped',
    'report missing',
    'report damaged',
    'contradiction',
  ] as const) {
    const run = makeRun(red, { trouble });
    assert.match(show(judgeRed(run, [scenario('010')], context)), /^RUN_TROUBLE/, trouble);
    assert.match(
      show(judgeGreen(makeRun([ran('010 a', 'passed')], { trouble }), [scenario('010')])),
      /^RUN_TROUBLE/,
      trouble,
    );
  }
  assert.equal(show(judgeRed(makeRun(red), [], context)), 'NO_SCENARIOS - -');
});

test('green is every scenario passed, and nothing else failed, cut off or left out', () => {
  const judge = (tests: readonly RanTest[], more: Partial<TestRun> = {}) =>
    show(judgeGreen(makeRun(tests, more), ['010', '020'].map(scenario)));
  const both = [ran('010 a', 'passed'), ran('020 b', 'passed')];
  assert.equal(judge(both), 'holds');
  assert.equal(judge([ran('010 a', 'passed')]), 'TEST_MISSING 020 -');
  assert.equal(judge([ran('010 a', 'passed'), ran('020 b', 'skipped')]), 'TEST_SKIPPED 020 020 b');
  assert.equal(judge([...both, ran('old', 'failed', failure('assertion'))]), 'TEST_FAILS - old');
  assert.equal(judge(both, { isComplete: false }), 'RUN_INCOMPLETE - -');
  assert.equal(
    judge(both, { fileFailures: [unloaded('test/x.test.js', failure('syntax'))], isComplete: false }),
    'RUN_INCOMPLETE - -; TEST_FAILS - test/x.test.js',
  );
});

test('a whole suite is green by its tests, or by its exit code where there is no report', () => {
  const plain = { isComplete: false, fileFailures: [] };
  assert.equal(show(judgeGreen(makeRun([ran('a', 'passed'), ran('b', 'skipped')]), [])), 'holds');
  assert.equal(show(judgeGreen(makeRun([], { ...plain, exitCode: 0 }), [])), 'holds');
  assert.equal(show(judgeGreen(makeRun([], { ...plain, exitCode: 2 }), [])), 'RUN_TROUBLE - -');
});
