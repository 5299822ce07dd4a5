import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FrameworkKind } from '../../src/frameworks/framework.ts';
import { findPlaceholders } from '../../src/frameworks/placeholders/find-placeholders.ts';

async function judge(kind: FrameworkKind, path: string, text: string): Promise<string[]> {
  const found = await findPlaceholders(new Map([[path, text]]), { kind });
  return found.map(({ reason }) => reason);
}

const head = `import assert from 'node:assert/strict';
import { fail } from 'node:assert';
import { test } from 'node:test';
import { expect } from 'vitest';
import { count } from '../src/shelf.js';
`;
const judgeJs = async (text: string) => await judge('vitest', 'test/a.test.ts', `${head}${text}\n`);

/** What fails whatever the code does, written as one expression. */
const failures = [
  ...['assert.fail()', "assert.fail('not yet')", "fail('not yet')", 'expect.fail()', "expect.unreachable('not yet')"],
  ...['t.fail()', 't.assert.fail()', 'notYet()'],
];
/** What has always the same outcome. */
const constants = [
  ...['assert.ok(false)', 'assert(false)', 'assert.ok(0)', "assert.ok('', 'not yet')", 'assert.ok(!true)'],
  ...['assert.equal(1, 2)', 'assert.strictEqual(true, false)', 'assert.notEqual(1, 1)', "assert.match('a', /b/)"],
  ...['assert.deepEqual({}, { a: 1 })', 'assert.equal([1, 2].length, 3)', "assert.ifError(new Error('x'))"],
  ...['expect(true).toBe(false)', 'expect(false).toBeTruthy()', 'expect(1).not.toBe(1)', 'expect(true).to.be.false'],
  ...['expect(undefined).toBeDefined()', 't.assert.ok(false)', 'assert.throws(() => {})'],
  ...['expect(() => {}).toThrow()', "expect(() => { throw new Error('x'); }).toThrow()"],
];
/** What only the code decides. */
const claims = [
  ...['assert.equal(count([]), 0)', 'assert.ok(count([]))', 't.assert.equal(count([]), 0)', 't.is(count([]), 0)'],
  ...['expect(count([])).toBe(0)', 'expect(count([])).to.be.false', 'assert.throws(() => count(null))'],
  ...['expect(() => count(null)).toThrow()', 'assert.equal(count([]).length, 3)', 'checkCount()'],
];
const helpers = `function notYet() { throw new Error('not implemented'); }
const checkCount = () => assert.equal(count([]), 0);
`;
/** Ways to write a test of one expression. */
const forms: readonly ((expression: string) => string)[] = [
  (expression) => `test('a', (t) => ${expression});`,
  (expression) => `test('a', async (t) => await ${expression});`,
  (expression) => `test('a', (t) => (${expression}));`,
  (expression) => `test('a', (t) => { ${expression}; });`,
  (expression) => `test('a', { timeout: 10 }, async function (t) { await ${expression}; });`,
  (expression) => `test('a', (t) => { return ${expression}; });`,
  (expression) => `test('a', (t) => { { ${expression}; } });`,
  (expression) => `test('a', (t) => { if (true) ${expression}; });`,
  (expression) => `test('a', (t) => { if (false) { count([]); } else { ${expression}; } });`,
  (expression) => `test('a', (t) => { try { ${expression}; } finally { count([]); } });`,
  (expression) => `test('a', (t) => { const given = []; count(given); ${expression}; });`,
];

test('JavaScript: what only fails, or only claims what is fixed, is found however it is written, and nothing else', async () => {
  for (const form of forms) {
    const holds = async (expressions: readonly string[], reasons: readonly string[]) => {
      for (const text of expressions) assert.deepEqual(await judgeJs(helpers + form(text)), reasons, form(text));
    };
    await holds(failures, ['always-fails']);
    await holds(constants, ['constant']);
    await holds(claims, []);
  }
});

test('JavaScript: whatever stands before a failure, if it leaves no way out, the test always fails', async () => {
  const before = fc.array(
    fc.constantFrom(
      ...['const a = count([]);', 'assert.equal(count([]), 0);', 'for (const n of [1]) count([n]);'],
      ...['if (count([])) { count([1]); }', 'function later() { return 1; }', '[1].map((n) => { return n; });'],
    ),
    { maxLength: 4 },
  );
  const failure = fc.constantFrom(...failures);
  await fc.assert(
    fc.asyncProperty(before, failure, async (lines, text) => {
      const body = [...new Set(lines), `${text};`].join(' ');
      assert.deepEqual(await judgeJs(`${helpers}test('a', (t) => { ${body} });`), ['always-fails'], body);
    }),
    { numRuns: 100 },
  );
});

test('JavaScript: a test may be handed over by name, and is judged by what that function does', async () => {
  assert.deepEqual(await judgeJs(`${helpers}test('a', checkCount);`), []);
  assert.deepEqual(await judgeJs(`${helpers}test('a', { timeout: 1 }, checkCount);`), []);
  assert.deepEqual(await judgeJs(`${helpers}test('a', notYet);`), ['always-fails']);
  assert.deepEqual(await judgeJs(`${helpers}test('a', count);`), ['no-assertion']);
  assert.deepEqual(await judgeJs("test('a', undefined);"), ['no-assertion']);
  // Functions that call each other are looked at once.
  const circle = 'function a() { if (x) b(); else assert.fail(); }\nfunction b() { if (x) a(); else assert.fail(); }\n';
  assert.deepEqual(await judgeJs(`${circle}test('a', () => a());\ntest('b', b);`), []);
});

test('JavaScript: a failure that something decides about is a claim', async () => {
  const good = [
    "test('a', () => { if (count([]) !== 0) assert.fail(); });",
    "test('a', () => { if (count([]) === 0) return; notYet(); });",
    "test('a', () => { try { count(null); } catch { return; } assert.fail('it did not throw'); });",
    "test('a', () => { for (const n of [1]) { if (count([]) === n) return; } fail('none'); });",
  ];
  for (const text of good) assert.deepEqual(await judgeJs(helpers + text), [], text);
});

test('Python: every way to fail in any case is found, at the margin of the test alone', async () => {
  const judgePython = async (body: string) =>
    await judge(
      'pytest',
      'tests/test_a.py',
      `from pytest import fail\nfrom shelf import count\n\ndef test_a(self):\n${body}\n`,
    );
  const always = [
    ...['assert False', 'assert(False)', 'assert 0', 'assert None, "x"', 'assert not True', 'pytest.fail()'],
    ...[
      'pytest.fail(reason="x")',
      'fail("x")',
      'self.fail()',
      'raise NotImplementedError',
      'raise AssertionError("x")',
    ],
    ...['raise Exception("not implemented")', 'raise RuntimeError'],
  ];
  for (const line of always) {
    assert.deepEqual(await judgePython(`    ${line}`), ['always-fails'], line);
    assert.deepEqual(await judgePython(`    count([])\n    ${line}`), ['always-fails'], line);
    assert.deepEqual(await judgePython(`    if count([]) != 0:\n        ${line}`), [], line);
    assert.deepEqual(await judgePython(`    if count([]) == 0:\n        return\n    ${line}`), [], line);
  }
  for (const line of ['assert 1 == 2', 'assert -1 == 1', 'assert ""', 'assert []', 'self.assertTrue(False, "x")'])
    assert.deepEqual(await judgePython(`    ${line}`), ['constant'], line);
});

test('Go: every way to fail in any case is found, also in tests within tests, and not where something decides', async () => {
  const judgeGo = async (body: string) =>
    await judge('go', 'a_test.go', `package a\n\nfunc TestA(t *testing.T) {\n${body}\n}\n`);
  const always = [
    ...['t.Fatal()', 't.Fatal("not implemented")', 't.Fatalf("x %d", 1)', 't.Fail()', 't.FailNow()', 't.Error("x")'],
    ...['t.Errorf("x")', 'panic("not implemented")', 'assert.Fail(t, "x")', 'require.FailNow(t, "x")'],
  ];
  const inner = (body: string) => `\tt.Run("a", func(t *testing.T) {${body}})`;
  for (const line of always) {
    assert.deepEqual(await judgeGo(`\t${line}`), ['always-fails'], line);
    assert.deepEqual(await judgeGo(`\tgot := Count(nil)\n\t_ = got\n\t${line}`), ['always-fails'], line);
    assert.deepEqual(await judgeGo(inner(` ${line} `)), ['always-fails'], line);
    assert.deepEqual(
      await judgeGo(`${inner(`\n\t\t${line}\n\t`)}\n${inner(`\n\t\t${line}\n\t`)}`),
      ['always-fails'],
      line,
    );
    assert.deepEqual(await judgeGo(`\tif Count(nil) != 0 {\n\t\t${line}\n\t}`), [], line);
    assert.deepEqual(await judgeGo(inner(`\n\t\tif Count(nil) != 0 {\n\t\t\t${line}\n\t\t}\n\t`)), [], line);
    assert.deepEqual(await judgeGo(`\tif Count(nil) == 0 {\n\t\treturn\n\t}\n\t${line}`), [], line);
  }
  assert.deepEqual(await judgeGo(inner('\n\t')), ['empty']);
  for (const line of [
    'assert.NotNil(t, nil)',
    'assert.Error(t, nil)',
    'require.Equal(t, 1, 2)',
    'assert.False(t, true)',
  ])
    assert.deepEqual(await judgeGo(`\t${line}`), ['constant'], line);
});

test('Rust: every way to fail in any case is found, and not where something decides', async () => {
  const judgeRust = async (body: string) =>
    await judge('cargo', 'tests/a.rs', `use shelf::count;\n\n#[test]\nfn t010() {${body}}\n`);
  const always = [
    ...['todo!()', 'todo!("x")', 'unimplemented!()', 'unimplemented!("x")', 'panic!("not yet")', 'unreachable!()'],
    ...['std::todo!()', 'core::panic!("x")', 'assert!(false)', 'assert!(false, "x")'],
  ];
  for (const line of always) {
    for (const body of [
      ` ${line} `,
      `\n    ${line};\n`,
      ` count(&[]); ${line}; `,
      `\n    let n = count(&[]);\n    ${line}\n`,
    ])
      assert.deepEqual(await judgeRust(body), ['always-fails'], body);
    for (const body of [
      `\n    if count(&[]) != 0 {\n        ${line};\n    }\n`,
      ` if count(&[]) != 0 { ${line} } `,
      `\n    let Some(n) = count(&[]) else {\n        ${line};\n    };\n`,
      `\n    match count(&[]) {\n        0 => {}\n        _ => { ${line} }\n    }\n`,
    ])
      assert.deepEqual(await judgeRust(body), [], body);
  }
  for (const line of ['assert_eq!(1, 2);', 'assert_ne!(1, 1);', 'assert!(!true);', 'assert!(1 == 2);'])
    assert.deepEqual(await judgeRust(`\n    ${line}\n`), ['constant'], line);
});
