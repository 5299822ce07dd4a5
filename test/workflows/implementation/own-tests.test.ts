import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RanTest, TestRun } from '../../../src/frameworks/test-run.ts';
import { ownTests } from '../../../src/workflows/implementation/own-tests.ts';
import { makeFramework } from '../../frameworks/make-framework.ts';

function passed(id: string, file: string | null = null): RanTest {
  const titles = id.slice(id.indexOf('::') + 2).split(' > ');
  return { id, titles, name: titles.join(' > '), file, state: 'passed', failure: null };
}

const runOf = (tests: readonly RanTest[]): TestRun => {
  return { tests, fileFailures: [], isComplete: true, trouble: null, detail: null, exitCode: 0 };
};
const idsOf = ({ tests }: TestRun) => tests.map(({ id }) => id);

test('tests of Rust that another design left are not taken for those of this one, also of the same name', () => {
  const files = { 'tests/short.rs': '#[test]\nfn test_010_short() {}\n#[test]\nfn test_020_none() {}\n' };
  const project = { framework: makeFramework('cargo'), testPaths: ['tests/long.rs'] };
  const run = runOf([
    passed('tests/long.rs::test_010_long', 'tests/long.rs'),
    passed('tests/long.rs::test_020_none', 'tests/long.rs'),
    passed('src/lib.rs::tests > test_010_unit', 'src/lib.rs'),
    passed('tests/short.rs::test_010_short', 'tests/short.rs'),
    passed('tests/short.rs::test_020_none', 'tests/short.rs'),
  ]);
  assert.deepEqual(idsOf(ownTests(run, files, project)), [
    'tests/short.rs::test_010_short',
    'tests/short.rs::test_020_none',
  ]);
});

test('a test of Rust in a module of another target is still its task’s own', () => {
  const files = { 'tests/it/part.rs': '#[rstest]\nfn test_010_part() {}\n' };
  const project = { framework: makeFramework('cargo'), testPaths: ['tests/it/main.rs'] };
  const run = runOf([passed('tests/it/main.rs::part > test_010_part > case_1', 'tests/it/main.rs')]);
  assert.equal(ownTests(run, files, project).tests.length, 1);
});

test('tests of Go belong to the files of their package that name them: no report tells the file of one that passes', () => {
  const files = { 'b/short_test.go': 'func Test010(t *testing.T) {}\n// cases\n{name: "020 no word"},\n' };
  const project = { framework: makeFramework('go'), testPaths: ['a/a_test.go', 'b/b_test.go'] };
  const run = runOf([
    passed('a::Test010'),
    passed('b::Test010'),
    passed('b::TestTable > 020_no_word'),
    passed('b::Test020Long', 'b/b_test.go'),
  ]);
  assert.deepEqual(idsOf(ownTests(run, files, project)), ['b::Test010', 'b::TestTable > 020_no_word']);
});
