import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPlaceholders } from '../../src/frameworks/placeholders/find-placeholders.ts';
import { listTests } from '../../src/frameworks/source/list-tests.ts';
import { findStubs } from '../../src/frameworks/stubs/find-stubs.ts';

const paths = ['test/a.test.ts', 'test/a.test.jsx', 'tests/test_a.py', 'a_test.go', 'tests/a.rs'];

async function judge(text: string): Promise<number> {
  const files = new Map(paths.map((path) => [path, text]));
  const placeholders = await findPlaceholders(files, { kind: 'vitest' });
  const tests = await listTests(files, 'vitest');
  const stubs = await findStubs(paths.map((path) => ({ path, text, lines: null })));
  return placeholders.length + tests.length + stubs.length;
}

const pieces = [
  'test(',
  "'010 a'",
  ', () => {',
  '}',
  ')',
  '`${',
  '}`',
  'def test_a():\n',
  '    pass\n',
  '"""',
  "'",
  '#',
  '//',
  '/*',
  '*/',
  'func TestA(t *testing.T) {',
  '#[test]\nfn a() {',
  'r#"',
  'assert True\n',
  '\\\n',
  '<T>(',
  'try {',
  'catch {}',
  '\t',
  ';',
];

test('whatever a source holds, looking for tests, placeholders and stubs in it never throws', async () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (parts) => assert.ok((await judge(parts.join(''))) >= 0)),
    { numRuns: 80 },
  );
});

/** Each would keep a reader busy that reads things again for every bracket, function or comment. */
const bombs: readonly (readonly [name: string, text: string])[] = [
  ['assertions of types within each other', `x = ${'<T>('.repeat(60)}1${')'.repeat(60)};`],
  ['calls that are never closed', `x = ${'f<T>('.repeat(60)}1`],
  ['brackets', '('.repeat(50_000)],
  ['blocks', '{'.repeat(50_000) + '}'.repeat(50_000)],
  ['templates', '`${'.repeat(20_000)],
  ['quotes', `${"'".repeat(99_999)}\n${'"'.repeat(99_999)}`],
  ['regular expressions', `${'/['.repeat(20_000)}\n`],
  ['functions and comments', 'function a() {} // b\n'.repeat(4000)],
  ['functions of Python', 'def test_a(): pass # b\n'.repeat(10_000)],
  ['blocks of Python', Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}def test_a():\n`).join('')],
  ['open brackets of Python', 'def test_a(\n'.repeat(10_000)],
  ['functions of Rust within each other', '#[test]\nfn a() {'.repeat(8000)],
  ['functions without bodies', '#[test]\nfn a '.repeat(10_000)],
  ['functions of Go', 'func TestA(t *testing.T) { }\n'.repeat(8000)],
  ['statements of one test', `test('a', () => {\n${'assert.equal(f(), 1);\n'.repeat(3000)}});`],
  ['statements that are none', `test('a', () => {${';'.repeat(200_000)}});`],
  ['names of one statement', `const ${Array.from({ length: 20_000 }, (_, at) => `a${at} = 1`).join()};`],
  ['groups within groups', `${"describe('a', () => {\n".repeat(300)}${'});'.repeat(300)}`],
  ['words', 'assert'.repeat(50_000)],
  ['white space', `${' '.repeat(200_000)}\nassert${' '.repeat(3000)}(`],
];

for (const [name, text] of bombs) {
  test(`a source made to keep its reader busy is read once: ${name}`, async () => {
    assert.ok((await judge(text)) >= 0);
  });
}
