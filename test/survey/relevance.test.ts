import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNamedPaths } from '../../src/survey/relevance/named-paths.ts';
import { PathIndex } from '../../src/survey/relevance/path-index.ts';
import { stemsOf } from '../../src/survey/relevance/words.ts';
import { surveyRepository } from '../../src/survey/survey.ts';
import { memoryReader } from './memory-reader.ts';

const index = new PathIndex([
  'Makefile',
  'app/[id]/page.tsx',
  'docs/a b.md',
  'docs/übersicht.md',
  'src/cart/index.ts',
  'src/shelf.ts',
  'src/user/index.ts',
  'src/user/user.ts',
]);

function namesIn(text: string): string[] {
  const { files, folders } = findNamedPaths({ title: '', text }, index);
  return [...files.map(({ path, isThere }) => (isThere ? path : `!${path}`)), ...folders.map((path) => `${path}/`)];
}

const naming: readonly (readonly [claim: string, text: string, expected: readonly string[]])[] = [
  ['exactly', 'see src/shelf.ts.', ['src/shelf.ts']],
  ['in backticks, with blanks', '`docs/a b.md`', ['docs/a b.md']],
  ['with brackets', 'app/[id]/page.tsx fails', ['app/[id]/page.tsx']],
  ['by an ending that only one has', 'fix `shelf.ts`, user/index.ts', ['src/shelf.ts', 'src/user/index.ts']],
  ['not by an ending that several have', 'fix index.ts', []],
  ['with a line', 'at src/shelf.ts:12:5 and `src/user/user.ts#L3-L9`', ['src/user/user.ts', 'src/shelf.ts']],
  ['by a path that leads to it', 'at /home/me/project/src/shelf.ts', ['src/shelf.ts']],
  ['by a link', 'https://github.com/o/r/blob/main/src/shelf.ts#L4', ['src/shelf.ts']],
  ['in any script', 'siehe docs/übersicht.md; 请修改src/shelf.ts文件', ['src/shelf.ts', 'docs/übersicht.md']],
  ['from the folder itself', './src/shelf.ts', ['src/shelf.ts']],
  ['without an ending', 'the Makefile', ['Makefile']],
  ['a folder', 'all of `src/user/` and src/cart', ['src/user/', 'src/cart/']],
  ['one that is not there yet', 'add src/new.ts and `other.py`', ['!other.py', '!src/new.ts']],
  ['no words that only look like it', 'and/or, e.g. this.name, Node.js, 1.2.3, a/../b.ts, example.org/x.html', []],
  ['no other links', 'https://example.org/src/nowhere.ts', []],
];

for (const [claim, text, expected] of naming) {
  test(`an issue names a file: ${claim}`, () => assert.deepEqual(namesIn(text), expected));
}

test('words are the same in every spelling of a name, and in singular and plural', () => {
  for (const name of ['parseHTTPReplies', 'parse_http_reply', 'PARSE-HTTP-REPLY', 'parsing http replied']) {
    assert.deepEqual(stemsOf(name).slice(0, 2), ['pars', 'http'], name);
  }
  assert.deepEqual(stemsOf('duplicates'), stemsOf('Duplicate'));
  assert.deepEqual(stemsOf('the file should have 42'), ['the']);
});

/** The files whose signatures are shown, in their order, with the reasons. */
async function concernedBy(text: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const survey = await surveyRepository(memoryReader(files), { title: '', text });
  return [...survey.text.matchAll(/^### (\S+) \((.*?)[;)]/gm)].map(([, path, reason]) => `${path}: ${reason}`);
}

const filler = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/other${at}.ts`, `export function other${at}(book: string): void {}\n`]),
);

test('a rare name weighs more than a common word, and a definition more than a use', async () => {
  const shown = await concernedBy('A book is lost in `reserveCopy`.', {
    ...filler,
    'src/a-use.ts': 'export const x = reserveCopy(book, book, book, book);\n',
    'src/definition.ts': 'export function reserveCopy(): void {}\n',
  });
  assert.deepEqual(shown.slice(0, 2), [
    'src/definition.ts: speaks of reservecopy, copy, reserve',
    'src/a-use.ts: speaks of reservecopy, copy, reserve',
  ]);
});

test('a name is found between words of a script that puts no blank between them', async () => {
  const files = { ...filler, 'src/definition.ts': 'export function reserveCopy(): void {}\n' };
  for (const text of ['请修复reserveCopy函数丢书的问题', 'reserveCopy를 고쳐 주세요', 'bookのreserveCopyを直す']) {
    const [first] = await concernedBy(text, files);
    assert.match(first ?? '', /^src\/definition\.ts: speaks of reservecopy/, text);
  }
});

test('what a named file imports, what imports it and what tests it come before what only uses its words', async () => {
  const shown = await concernedBy('`src/desk.ts` loses a copy.', {
    ...filler,
    'src/desk.ts': "import { take } from './hand.js';\nexport function lend() { take(); }\n",
    'src/hand.ts': 'export function take(): void {}\n',
    'src/house.ts': "const { lend } = require('./desk');\nexport const open = () => lend();\n",
    'test/desk.test.ts': "test('lends', () => {});\n",
    'src/copy-words.ts': 'export const copy = 1;\n',
    'src/far.ts': 'export const nothing = 1;\n',
  });
  assert.equal(shown[0], 'src/desk.ts: named');
  const reasons = [
    'src/hand.ts: imported by src/desk.ts',
    'src/house.ts: imports src/desk.ts',
    'test/desk.test.ts: tests src/desk.ts',
  ];
  for (const reason of reasons) assert.ok(shown.includes(reason), `${reason} in ${shown.join(' | ')}`);
  assert.ok(
    shown.indexOf(reasons[0] ?? '') < shown.findIndex((line) => line.startsWith('src/other')) ||
      !shown.some((line) => line.startsWith('src/other')),
  );
  assert.ok(!shown.some((line) => line.startsWith('src/far.ts')));
});

test('imports of Python and of C lead to their neighbours, too', async () => {
  const python = await concernedBy('`shop/cart.py`', {
    'shop/__init__.py': '',
    'shop/cart.py': 'from . import tax\nfrom .money import round_cents\nimport shop.stock\n',
    'shop/tax.py': 'def vat(): ...\n',
    'shop/money.py': 'def round_cents(): ...\n',
    'shop/stock.py': 'def left(): ...\n',
    'shop/far.py': 'def far(): ...\n',
  });
  assert.deepEqual(
    python.filter((line) => line.endsWith('imported by shop/cart.py')).sort(),
    ['shop/money.py', 'shop/stock.py', 'shop/tax.py'].map((path) => `${path}: imported by shop/cart.py`),
  );
  const c = await concernedBy('`src/cart.c`', {
    'src/cart.c': '#include "tax.h"\n',
    'src/tax.h': 'int vat(int cents);\n',
  });
  assert.deepEqual(c, ['src/cart.c: named', 'src/tax.h: imported by src/cart.c']);
});

test('a large named file is shown by its signatures and by what stands around the names of the issue', async () => {
  const functions = Array.from(
    { length: 400 },
    (_, at) => `export function step${at}(a: number): number {\n  return a + ${at};\n}\n`,
  );
  const survey = await surveyRepository(
    memoryReader({ 'src/long.ts': functions.join('\n') }),
    { title: '', text: '`step250` of `src/long.ts` is wrong' },
    2000,
  );
  assert.match(survey.text, /### src\/long\.ts \(named; in parts, of 1600 lines\)/);
  assert.match(survey.text, /^export function step250\(a: number\): number$/m);
  assert.match(survey.text, /^1001: export function step250\(a: number\): number \{$/m);
  assert.match(survey.text, /^1002: {3}return a \+ 250;$/m);
});

test('a monorepo shows the manifest and the documents of the package that the issue is about', async () => {
  const packages = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `packages/p${at}/package.json`,
      `{ "name": "p${at}", "scripts": { "go": "run ${at}" } }`,
    ]),
  );
  const survey = await surveyRepository(
    memoryReader({
      ...packages,
      'package.json': '{ "name": "top" }',
      'packages/p7/README.md': '# Seven\n',
      'packages/p7/a.ts': 'export {}',
    }),
    { title: '', text: 'packages/p7/a.ts' },
  );
  assert.match(
    survey.text,
    /### package\.json\n```\nname top\n```\n### packages\/p7\/package\.json\n```\nname p7\nscripts:\n {2}go: run 7/,
  );
  assert.match(survey.text, /### packages\/p7\/README\.md\n```\n# Seven/);
  assert.ok(!survey.text.includes('name p8'));
});

test('a name that thousands of files have costs no more for being named thousands of times', () => {
  const paths = Array.from({ length: 20_000 }, (_, at) => `p${at}/x/index.ts`);
  const index = new PathIndex([...paths, 'src/shelf.ts']);
  const words = Array.from({ length: 1500 }, (_, at) => `q${at % 30}/x/index.ts index.ts x/index.ts`).join(' ');
  const before = process.cpuUsage();
  const { files } = findNamedPaths(
    { title: 'x', text: `${words} p7/x/index.ts /home/me/p9/x/index.ts shelf.ts` },
    index,
  );
  const { user } = process.cpuUsage(before);
  const there = files.filter(({ isThere }) => isThere).map(({ path }) => path);
  assert.deepEqual(there, ['p7/x/index.ts', 'p9/x/index.ts', 'src/shelf.ts']);
  assert.ok(user < 3_000_000, `took ${user} µs`);
});
