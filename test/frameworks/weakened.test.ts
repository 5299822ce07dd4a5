import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameworkKind } from '../../src/frameworks/framework.ts';
import { weakenedTests } from '../../src/frameworks/weakened-tests.ts';

type Files = Readonly<Record<string, string>>;

async function compare(before: Files, after: Files, kind: FrameworkKind = 'node-test'): Promise<string[]> {
  const found = await weakenedTests(new Map(Object.entries(before)), new Map(Object.entries(after)), kind);
  return found.map(({ file, test: name, how, before: had, after: has }) => `${how} ${file}: ${name} (${had}→${has})`);
}

const counts = "test('counts', () => { assert.equal(count([]), 0); assert.equal(count([1]), 1); });\n";
const sorts = "test('sorts', () => { expect(sort([2, 1])).toEqual([1, 2]); });\n";
const path = 'test/shelf.test.ts';

test('tests that a change deletes, skips or takes claims from are named', async () => {
  const before = { [path]: counts + sorts };
  assert.deepEqual(await compare(before, { [path]: counts }), [`deleted ${path}: sorts (1→0)`]);
  assert.deepEqual(await compare(before, {}), [`deleted ${path}: counts (2→0)`, `deleted ${path}: sorts (1→0)`]);
  const skipped = { [path]: counts.replace('test(', 'test.skip(') + sorts };
  assert.deepEqual(await compare(before, skipped), [`skipped ${path}: counts (2→2)`]);
  const later = { [path]: counts.replace('() =>', '{ todo: true }, () =>') + sorts };
  assert.deepEqual(await compare(before, later), [`skipped ${path}: counts (2→2)`]);
  const only = { [path]: counts + sorts.replace('test(', 'test.only(') };
  assert.deepEqual(await compare(before, only), [`others only ${path}: sorts (1→1)`]);
  const fewer = { [path]: counts.replace(' assert.equal(count([1]), 1);', '') + sorts };
  assert.deepEqual(await compare(before, fewer), [`fewer assertions ${path}: counts (2→1)`]);
});

test('whole groups and files that cannot be parsed any more count as what they were', async () => {
  const before = { [path]: `describe('shelf', () => { ${counts} });` };
  const skipped = { [path]: `describe.skip('shelf', () => { ${counts} });` };
  assert.deepEqual(await compare(before, skipped), [`skipped ${path}: shelf > counts (2→2)`]);
  assert.deepEqual(await compare(before, { [path]: 'describe(' }), [`deleted ${path}: shelf > counts (2→0)`]);
});

test('tests that move, grow, are added or stay as they were are not named', async () => {
  const before = { [path]: counts + sorts };
  assert.deepEqual(await compare(before, before), []);
  assert.deepEqual(await compare(before, { 'test/sort.test.ts': sorts, [path]: counts }), []);
  assert.deepEqual(await compare(before, { [path]: counts.replace('});', 'assert.ok(count([2])); });') + sorts }), []);
  assert.deepEqual(await compare({}, before), []);
  const skipped = { [path]: counts.replace('test(', 'test.skip(') };
  assert.deepEqual(await compare(skipped, skipped), []);
});

test('of two tests with one name each is compared with its own', async () => {
  const before = { [path]: counts, 'test/other.test.ts': counts };
  const after = { 'test/other.test.ts': counts.replace(' assert.equal(count([1]), 1);', ''), [path]: counts };
  assert.deepEqual(await compare(before, after), ['fewer assertions test/other.test.ts: counts (2→1)']);
});

test('other languages are compared by their functions', async () => {
  const python = 'def test_counts():\n    assert count([]) == 0\n    assert count([1]) == 1\n';
  const at = 'tests/test_a.py';
  const now = (text: string) => compare({ [at]: python }, { [at]: text }, 'pytest');
  assert.deepEqual(await now(`@pytest.mark.skip\n${python}`), [`skipped ${at}: test_counts (2→2)`]);
  assert.deepEqual(await now(`@pytest.mark.xfail\n${python}`), [`expected to fail ${at}: test_counts (2→2)`]);
  assert.deepEqual(await now('def test_counts():\n    assert count([]) == 0\n'), [
    `fewer assertions ${at}: test_counts (2→1)`,
  ]);
  const go =
    'package a\n\nfunc TestA(t *testing.T) {\n\tif Count() != 0 {\n\t\tt.Fatal()\n\t}\n\tt.Run("b", func(t *testing.T) { t.Error() })\n}\n';
  assert.deepEqual(await compare({ 'a_test.go': go }, { 'a_test.go': go.replace('\t\tt.Fatal()\n', '') }, 'go'), [
    'fewer assertions a_test.go: TestA (2→1)',
    'fewer assertions a_test.go: TestA > b (2→1)',
  ]);
  const rust = '#[test]\nfn t010() {\n    assert_eq!(count(), 0);\n}\n';
  assert.deepEqual(await compare({ 'tests/a.rs': rust }, { 'tests/a.rs': `#[ignore]\n${rust}` }, 'cargo'), [
    'skipped tests/a.rs: t010 (1→1)',
  ]);
});

test('names of functions may be of any script', async () => {
  const python = 'class TestGröße:\n    def test_010_größer(self):\n        assert f() == 1\n';
  const go = 'package a\n\nfunc Test010Größe(t *testing.T) {\n\tt.Fatal(f())\n}\n';
  const rust = '#[test]\nfn größe_010() {\n    assert_eq!(f(), 1);\n}\n';
  const before = { 'test_a.py': python, 'a_test.go': go, 'tests/a.rs': rust };
  assert.deepEqual(await compare(before, {}), [
    'deleted test_a.py: TestGröße > test_010_größer (1→0)',
    'deleted a_test.go: Test010Größe (1→0)',
    'deleted tests/a.rs: größe_010 (1→0)',
  ]);
});
