import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FrameworkKind } from '../../src/frameworks/framework.ts';
import { findPlaceholders } from '../../src/frameworks/placeholders/find-placeholders.ts';
import { findUnwrittenSnapshots } from '../../src/frameworks/placeholders/unwritten-snapshots.ts';
import { firstOf } from '../needs.ts';
import { projectDir } from '../workspace.ts';

async function reasons(kind: FrameworkKind, path: string, text: string): Promise<string[]> {
  const found = await findPlaceholders(new Map([[path, text]]), { kind });
  return found.map(({ reason }) => reason);
}

const head = `import assert from 'node:assert/strict';
import { test, it, describe } from 'node:test';
import { count } from '../src/shelf.js';
import { expect, vi } from 'vitest';
import { seesTwo } from './support.js';
`;
const judgeJs = async (body: string) => await reasons('node-test', 'test/a.test.ts', `${head}${body}`);

test('tests of JavaScript that prove nothing are found, and why', async () => {
  const bad: readonly (readonly [reason: string, text: string])[] = [
    ['skip', "test.skip('a', () => { assert.equal(count([]), 0); });"],
    ['skip', "it('a', { skip: 'later' }, () => { assert.equal(count([]), 0); });"],
    ['skip', "test('a', (t) => { t.skip(); assert.equal(count([]), 0); });"],
    ['skip', "xit('a', () => { assert.equal(count([]), 0); });"],
    ['skip', "describe.skip('g', () => { it('a', () => { assert.equal(count([]), 0); }); });"],
    ['todo', "it.todo('a');"],
    ['todo', "test('a');"],
    ['todo', "test('a', { todo: true }, () => { assert.equal(count([]), 0); });"],
    ['only', "test.only('a', () => { assert.equal(count([]), 0); });"],
    ['only', "fit('a', () => { assert.equal(count([]), 0); });"],
    ['xfail', "test.fails('a', () => { expect(count([])).toBe(0); });"],
    ['xfail', "test.failing('a', () => { expect(count([])).toBe(0); });"],
    ['empty', "test('a', () => {});"],
    ['empty', "test('a', async () => { /* soon */ });"],
    ['no-assertion', "test('a', () => { count([]); });"],
    ['no-assertion', "test('a', () => { expect(count([])); });"],
    ['no-assertion', "test('a', () => { return; assert.equal(count([]), 0); });"],
    ['empty', "test('a', () => { if (false) { assert.equal(count([]), 0); } });"],
    ['no-assertion', "test('a', () => { function later() { assert.equal(count([]), 0); } count([]); });"],
    ['no-assertion', "test('a', () => { const check = vi.fn(); count([]); });"],
    ['constant', "test('a', () => { assert.ok(true); });"],
    ['constant', "test('a', () => assert.equal(1, 1));"],
    ['constant', "import { strictEqual as same } from 'node:assert';\ntest('a', () => { same(1, 1); });"],
    ['constant', "test('a', () => { expect(true).toBe(true); });"],
    ['constant', "test('a', () => { expect(true).toBeTruthy(); });"],
    ['constant', "test('a', () => { expect(1 + 1).toEqual(2); });"],
    ['constant', "test('a', () => { expect([1, { a: 'b' }]).toEqual([1, { a: 'b' }]); });"],
    ['constant', "test('a', () => { expect(true).to.be.true; });"],
    ['constant', "test('a', () => { expect(true).toBe(false); });"],
    ['constant', "const expected = 3;\ntest('a', () => { assert.equal(expected, 3); });"],
    ['constant', "test('a', () => { const n = count([]); assert.equal(n, n); });"],
    ['constant', "test('a', () => { count([]); assert.ok(1); assert(!false); });"],
    ['constant', "test('a', () => { assert.throws(() => { throw new Error('x'); }); });"],
    ['always-fails', "test('a', () => { assert.fail('not yet'); });"],
    ['always-fails', "test('a', (t) => { t.fail(); });"],
    ['always-fails', "test('a', () => { throw new Error('not implemented'); });"],
    ['always-fails', "test('a', () => { const n = count([]); assert.equal(n, 0); assert.fail('no'); });"],
    ['swallowed', "test('a', () => { try { assert.equal(count([]), 0); } catch {} });"],
    ['swallowed', "test('a', async () => { try { expect(count([])).toBe(0); } catch (error) { console.log('x'); } });"],
  ];
  for (const [reason, text] of bad) assert.deepEqual(await judgeJs(text), [reason], text);
});

test('tests of JavaScript that can fail are left alone', async () => {
  const good = [
    "test('a', () => { assert.equal(count([]), 0); });",
    "test('a', () => assert.equal(count([]), 0));",
    "test('a', () => { expect(count([])).toBe(0); });",
    "test('a', async () => { await expect(count([])).resolves.toBe(0); });",
    "test('a', () => { expect(count([])).to.equal(0); });",
    "test('a', () => { expect(count([])).to.be.true; });",
    "test('a', async () => { await assert.rejects(count(null), TypeError); });",
    "test('a', () => { assert.throws(() => count(null)); });",
    "test('a', (t) => { t.assert.equal(count([]), 0); });",
    "test('a', (t) => { t.is(count([]), 0); });",
    "test('a', () => { if (count([]) !== 0) throw new Error('no'); });",
    "test('a', () => { for (const n of [1]) if (count([]) === n) return; assert.fail('none'); });",
    "test('a', () => { try { count(null); assert.fail('no'); } catch (error) { assert.match(error.message, /x/); } });",
    "test('a', () => { try { count(null); } catch {} assert.equal(count([]), 0); });",
    "test('a', () => { try { assert.equal(count([]), 0); } catch (error) { console.error(error); throw error; } });",
    "function holds(n) { assert.equal(count([]), n); }\ntest('a', () => { holds(0); });",
    "const holds = (n) => { deeper(n); };\nfunction deeper(n) { assert.equal(count([]), n); }\ntest('a', () => holds(0));",
    "test('a', () => { seesTwo(count([])); });",
    "test('a', () => { assert.equal(count([]), count([])); });",
    "const n = 3;\ntest('a', () => { [1].forEach((n) => { assert.equal(n, 1); }); });",
    "const seen = [];\ntest('a', () => { count(seen); assert.deepEqual(seen, []); });",
    "test.each([1, 2])('a %i', (n) => { expect(count([n])).toBe(1); });",
    "describe('g', () => { it('a', () => { assert.ok(count([])); }); });",
    "test('a', async (t) => { await t.test('b', () => { assert.ok(count([])); }); });",
    "test('a', { skip: !process.env.CI }, () => { assert.ok(count([])); });",
    "test('a', () => { assert.ok(true); assert.equal(count([]), 0); });",
    "/x/.test('a');\nconst pattern = /x/;\npattern.test('a');",
    "test('a', () => { request().expect(200); });",
    "import { strictEqual as same } from 'node:assert';\ntest('a', () => { same(count([]), 0); });",
    "test('a', () => { count([]); seesTwo('two'); checkLine('two'); });",
  ];
  for (const text of good) assert.deepEqual(await judgeJs(text), [], text);
});

const judgePython = async (text: string) =>
  await reasons('pytest', 'tests/test_a.py', `import pytest\nfrom shelf import count\n\n${text}\n`);

test('tests of Python that prove nothing are found, and why', async () => {
  const bad: readonly (readonly [reason: string, text: string])[] = [
    ['skip', '@pytest.mark.skip(reason="x")\ndef test_a():\n    assert count([]) == 0'],
    ['skip', 'def test_a():\n    pytest.skip("later")\n    assert count([]) == 0'],
    ['xfail', '@pytest.mark.xfail\ndef test_a():\n    assert count([]) == 0'],
    ['empty', 'def test_a():\n    pass'],
    ['empty', 'def test_a():\n    """Counts."""'],
    ['empty', 'def test_a(): ...'],
    ['empty', 'class TestA:\n    def test_a(self):\n        ...'],
    ['no-assertion', 'def test_a():\n    count([])'],
    ['no-assertion', 'def test_a():\n    """assert x"""\n    count([])  # assert y'],
    ['constant', 'def test_a():\n    assert True'],
    ['constant', 'def test_a():\n    count([])\n    assert 1 == 1'],
    ['constant', 'def test_a():\n    assert "x" == "x", "message"'],
    ['constant', 'def test_a():\n    assert (count([]) == 1, "message")'],
    ['constant', 'def test_a():\n    n = count([])\n    assert n == n'],
    ['constant', 'class TestA(TestCase):\n    def test_a(self):\n        self.assertTrue(True)'],
    ['always-fails', 'def test_a():\n    assert False'],
    ['always-fails', 'def test_a():\n    assert False, "not implemented"'],
    ['always-fails', 'def test_a():\n    pytest.fail("not yet")'],
    ['always-fails', 'def test_a():\n    raise NotImplementedError'],
    ['swallowed', 'def test_a():\n    try:\n        assert count([]) == 0\n    except Exception:\n        pass'],
    ['swallowed', 'def test_a():\n    try:\n        assert count([]) == 0\n    except:\n        print("x")'],
  ];
  for (const [reason, text] of bad) assert.deepEqual(await judgePython(text), [reason], text);
});

test('tests of Python that can fail are left alone', async () => {
  const good = [
    'def test_a():\n    assert count([]) == 0',
    'def test_a():\n    assert (\n        count([])\n        == 0\n    )',
    'def test_a():\n    assert (count([]) == 0)',
    'def test_a():\n    assert count([1, 2]) == count((1, 2))',
    'def test_a():\n    with pytest.raises(TypeError):\n        count(None)',
    'def test_a(mock):\n    count(mock)\n    mock.assert_called_once()',
    'def holds(n):\n    assert count([]) == n\n\ndef test_a():\n    holds(0)',
    'def test_a():\n    for n in [1]:\n        if count([]) == n:\n            return\n    pytest.fail("none")',
    'def test_a():\n    try:\n        count(None)\n    except TypeError:\n        pass\n    assert count([]) == 0',
    'def test_a():\n    try:\n        count(None)\n        assert False\n    except TypeError as error:\n        assert "list" in str(error)',
    '@pytest.mark.parametrize("n", [1, 2])\ndef test_a(n):\n    assert count([n]) == 1',
    '@pytest.mark.skipif(sys.platform == "win32", reason="x")\ndef test_a():\n    assert count([]) == 0',
    'def helper_test():\n    pass',
    'def test_a(snapshot):\n    snapshot(count([]))',
    'def test_a():\n    if slow:\n        pytest.skip("x")\n    assert count([]) == 0',
  ];
  for (const text of good) assert.deepEqual(await judgePython(text), [], text);
});

test('tests of Go that prove nothing are found, others are left alone', async () => {
  const judge = async (body: string) =>
    await reasons('go', 'a_test.go', `package a\n\nfunc TestA(t *testing.T) {${body}}\n`);
  assert.deepEqual(await judge(''), ['empty']);
  assert.deepEqual(await judge('\n\tCount(nil)\n'), ['no-assertion']);
  assert.deepEqual(await judge('\n\tt.Skip("x")\n\tif Count(nil) != 0 {\n\t\tt.Fatal()\n\t}\n'), ['skip']);
  assert.deepEqual(await judge('\n\tt.Parallel()\n\tt.Fatal("not implemented")\n'), ['always-fails']);
  assert.deepEqual(await judge('\n\tassert.True(t, true)\n'), ['constant']);
  assert.deepEqual(await judge('\n\tif 1 != 1 {\n\t\tt.Fatal()\n\t}\n'), ['constant']);
  for (const body of [
    '\n\tif Count(nil) != 0 {\n\t\tt.Fatal("x")\n\t}\n',
    '\n\tassert.Equal(t, 0, Count(nil))\n',
    '\n\tholds(t, Count(nil))\n',
    '\n\tt.Run("a", func(t *testing.T) { holds(t) })\n',
    '\n\tfor _, c := range cases {\n\t\tif Count(c) == 0 {\n\t\t\treturn\n\t\t}\n\t}\n\tt.Fatal("none")\n',
    '\n\tif testing.Short() {\n\t\tt.Skip("x")\n\t}\n\tassert.Nil(t, Count(nil))\n',
  ]) {
    assert.deepEqual(await judge(body), [], body);
  }
});

test('tests of Rust that prove nothing are found, others are left alone', async () => {
  const judge = async (body: string, above = '', result = '') =>
    await reasons(
      'cargo',
      'tests/a.rs',
      `use shelf::count;\n\n#[test]\n${above}fn t010()${result} {${body}}\n\nfn helper() {}\n`,
    );
  assert.deepEqual(await judge(''), ['empty']);
  assert.deepEqual(await judge(' assert_eq!(count(&[]), 0); ', '#[ignore]\n'), ['skip']);
  assert.deepEqual(await judge('\n    count(&[]);\n'), ['no-assertion']);
  assert.deepEqual(await judge('\n    assert!(true);\n'), ['constant']);
  assert.deepEqual(await judge('\n    assert_eq!(1, 1);\n    assert!(true, "x");\n'), ['constant']);
  assert.deepEqual(await judge('\n    todo!()\n'), ['always-fails']);
  assert.deepEqual(await judge('\n    panic!("not yet");\n'), ['always-fails']);
  for (const [body, above, result] of [
    ['\n    assert_eq!(count(&[]), 0);\n'],
    ['\n    assert!(count(&[]) == 0, "{}", 1);\n'],
    ['\n    count(&[]).unwrap();\n'],
    ['\n    count(&[])?;\n    Ok(())\n', '', ' -> Result<(), String>'],
    ['\n    count(&[]);\n', '#[should_panic]\n'],
    ['\n    check_all(count(&[]));\n'],
    ["\n    let c = '\"';\n    assert_eq!(count(&[c]), 1); // }\n"],
  ]) {
    assert.deepEqual(await judge(body ?? '', above, result), [], body);
  }
});

test('a file that cannot be parsed has nothing to say for itself', async () => {
  const found = await findPlaceholders(new Map([['test/a.test.ts', "test('a', () => {"]]), { kind: 'vitest' });
  assert.deepEqual(found, [{ file: 'test/a.test.ts', test: '', line: 1, reason: 'unreadable' }]);
});

test('of the tests of this repository none is taken for a placeholder', async () => {
  const all = globSync('test/**/*.test.ts', { cwd: projectDir }).filter((path) => !path.includes('fixtures'));
  const paths = firstOf(100, all.sort());
  const files = new Map(paths.map((path) => [path, readFileSync(join(projectDir, path), 'utf8')]));
  const found = await findPlaceholders(files, { kind: 'node-test' });
  assert.ok(files.size >= 100);
  assert.deepEqual(found, []);
});

test('snapshots that only a first run would write are found, unless they came with their test', () => {
  const claim = (how: string) => `test('010 a', () => expect(render()).${how});\n`;
  const found = (text: string, more: Readonly<Record<string, string>> = {}, before = '') =>
    findUnwrittenSnapshots({ 'test/a.test.js': text, ...more }, { 'test/a.test.js': before });
  for (const how of [
    'toMatchSnapshot()',
    "toMatchSnapshot('a')",
    'toMatchInlineSnapshot( )',
    'rejects.toThrowErrorMatchingSnapshot()',
  ])
    assert.deepEqual(found(claim(how)), ['test/a.test.js'], how);
  assert.deepEqual(found("test('010 a', (t) => t.assert.snapshot(render()));"), ['test/a.test.js']);
  assert.deepEqual(found(claim('toMatchInlineSnapshot(`1`)')), []);
  for (const kept of ['test/__snapshots__/a.test.js.snap', 'test/a.test.js.snapshot'])
    assert.deepEqual(found(claim('toMatchSnapshot()'), { [kept]: '…' }), [], kept);
  // What was there before is not the agent's.
  assert.deepEqual(found(claim('toMatchSnapshot()'), {}, claim('toMatchSnapshot()')), []);
});
