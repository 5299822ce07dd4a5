import { makeFramework } from '../../../frameworks/make-framework.ts';
import { testGate } from './gate-cases.ts';

const head =
  "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/a.ts';\n";
const one = "test('adds', () => {\n  assert.equal(add(1, 2), 3);\n  assert.equal(add(0, 0), 0);\n});\n";
const two = "test('010 adds more', () => {\n  assert.equal(add(2, 2), 4);\n});\n";
const before = { 'test/a.test.ts': head + one };

testGate('tests', [
  {
    title: 'a new test beside the old ones passes',
    state: 'passed',
    before,
    after: { 'test/a.test.ts': head + one + two },
  },
  {
    title: 'an existing test that lost a claim fails',
    state: 'failed',
    before,
    after: { 'test/a.test.ts': head + one.replace('  assert.equal(add(0, 0), 0);\n', '') },
    findings: [/adds: fewer assertions \(2 before, 1 now\)/],
  },
  {
    title: 'an existing test that claims something else is told where the design does not announce its file',
    state: 'warned',
    before,
    after: { 'test/a.test.ts': head + one.replace('1, 2), 3', '1, 2), 4') + two },
    findings: [/^test\/a\.test\.ts: adds: claims something else now/],
  },
  {
    title: 'it fails a strict task',
    state: 'failed',
    before,
    after: { 'test/a.test.ts': head + one.replace('1, 2), 3', '1, 2), 4') },
    changes: { settings: { isStrict: true, leastCoverage: 80 } },
    findings: [/claims something else now/],
  },
  {
    title: 'announced, it passes; and how deep a test stands makes no difference',
    state: 'passed',
    before: { ...before, 'test/b.test.ts': head + two },
    after: {
      'test/a.test.ts': head + one.replace('1, 2), 3', '1, 2), 4'),
      'test/b.test.ts': `${head}{\n${two.replace(/^(?=.)/gm, '  ')}}\n`,
    },
    announced: ['Modify test/a.test.ts'],
  },
  {
    title: 'in a file that the design changes, a lost claim is only told',
    state: 'warned',
    before,
    after: { 'test/a.test.ts': head + one.replace('  assert.equal(add(0, 0), 0);\n', '') },
    announced: ['Modify test/a.test.ts'],
    findings: [/the design changes that file/],
  },
  {
    title: 'a skipped test fails, announced or not',
    state: 'failed',
    before,
    after: { 'test/a.test.ts': head + one.replace("test('adds'", "test.skip('adds'") },
    announced: ['Modify test/a.test.ts'],
    findings: [/skipped/, /skip/],
  },
  {
    title: 'a deleted test fails',
    state: 'failed',
    before,
    after: { 'test/a.test.ts': null },
    findings: [/adds: deleted/],
  },
  {
    title: 'a test that moved to another file passes; so it does if the design deletes it',
    state: 'warned',
    before: { ...before, 'test/old.test.ts': head + two },
    after: { 'test/a.test.ts': null, 'test/b.test.ts': head + one, 'test/old.test.ts': null },
    announced: ['Delete test/old.test.ts'],
    findings: [/old\.test\.ts: 010 adds more: deleted; the design changes that file/],
  },
  {
    title: 'a new test that can never fail is a placeholder',
    state: 'failed',
    after: { 'test/n.test.ts': `${head}test('010 x', () => {\n  assert.equal(1, 1);\n});\n` },
    findings: [/^test\/n\.test\.ts:4: 010 x: constant/],
  },
  {
    title: 'a placeholder that was there before is not this change',
    state: 'passed',
    before: { 'test/p.test.ts': `${head}test('old', () => {});\n` },
    after: { 'test/p.test.ts': `${head}test('old', () => {});\n${two}` },
  },
  {
    title: 'a test file that cannot be parsed fails',
    state: 'failed',
    after: { 'test/n.test.ts': 'test(((\n' },
    findings: [/unreadable/],
  },
  {
    title: 'tests that were shown to be red may not change afterwards',
    state: 'failed',
    after: { 'test/b.test.ts': head + two },
    changes: {
      provedTests: new Map([
        ['test/b.test.ts', `${head}${two}// more\n`],
        ['test/c.test.ts', 'x'],
      ]),
    },
    findings: [/test\/b\.test\.ts was changed after/, /test\/c\.test\.ts is gone/],
  },
  {
    title: 'the very tests that were red pass; what serves them may change if the design says so',
    state: 'passed',
    after: { 'test/b.test.ts': head + two, 'test/helper.ts': 'export const more = 2;\n' },
    announced: ['Add test/helper.ts'],
    changes: {
      provedTests: new Map([
        ['test/b.test.ts', head + two],
        ['test/helper.ts', ''],
      ]),
    },
  },
]);

const rust = `pub fn add(a: u8, b: u8) -> u8 {
    a + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::add(1, 2), 3);
        assert_eq!(super::add(0, 0), 0);
    }
}
`;

testGate('tests', [
  {
    title: 'a test among the sources of Rust that is gone fails, whether the design changes that file or not',
    state: 'failed',
    kind: 'cargo',
    before: { 'src/lib.rs': rust },
    after: { 'src/lib.rs': rust.slice(0, rust.indexOf('#[cfg')) },
    announced: ['Modify src/lib.rs'],
    findings: [/^src\/lib\.rs: adds: deleted$/],
  },
  {
    title: 'one that is there, and one that moved, pass',
    state: 'passed',
    kind: 'cargo',
    before: { 'src/lib.rs': rust, 'src/more.rs': rust.replaceAll('adds', 'more') },
    after: {
      'src/lib.rs': rust.replace('a + b', 'b + a'),
      'src/more.rs': 'pub fn more() {}\n',
      'tests/more.rs': rust
        .slice(rust.indexOf('    #[test]'))
        .replaceAll('adds', 'more')
        .replace(/^\}\n$/m, ''),
    },
    announced: ['Modify src/lib.rs', 'Modify src/more.rs'],
  },
  {
    title: 'a test file of a language that we do not read is told where it lost lines',
    state: 'warned',
    before: { 'test/a_test.rb': 'def test_a\n  assert_equal 1, a\nend\n' },
    after: { 'test/a_test.rb': '# nothing\n\nend\n' },
    changes: { framework: makeFramework('command') },
    findings: [/^test\/a_test\.rb: 2 of its 3 lines went: whether its tests say less is for a reader$/],
  },
  {
    title: 'one that only gained some passes',
    state: 'passed',
    before: { 'test/a_test.rb': 'def test_a\nend\n' },
    after: { 'test/a_test.rb': 'def test_a\nend\n\ndef test_010_b\nend\n' },
    changes: { framework: makeFramework('command') },
  },
]);
