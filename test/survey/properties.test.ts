import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RepositoryReader } from '../../src/model/repository-reader.ts';
import { surveyRepository } from '../../src/survey/survey.ts';
import { memoryReader } from './memory-reader.ts';
import { shopFiles, shopIssue } from './shop.ts';

const step = fc.constantFrom(
  'src',
  'test',
  'shelf',
  'docs',
  'lld',
  'vendor',
  '.github',
  'workflows',
  'a b',
  'ü',
  '-',
  '..',
);
const name = fc.oneof(
  fc.constantFrom(
    'shelf.ts',
    'shelf.py',
    'package.json',
    'README.md',
    'Makefile',
    'go.mod',
    'ci.yml',
    '.env',
    'a.tsx',
    'x.rs',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).map((text) => text.replaceAll('/', '_')),
);
const path = fc.tuple(fc.array(step, { maxLength: 4 }), name).map(([steps, last]) => [...steps, last].join('/'));
const snippet = fc.constantFrom(
  'export function openShelf(a: string): void {\n',
  'class Shelf:\n    def open(self):\n        """Opens."""\n',
  '}',
  '({[',
  '`${',
  '"""',
  "'",
  '/*',
  '\\\n',
  '# Shelf\n',
  '{"scripts": {"a": 1}}',
  'import "./shelf.ts";\n',
  '\u{1f4da}',
  '\u202e',
  '\r\n',
  'jobs:\n  a:\n',
  '[project]\n',
  '```\n',
);
const content = fc.oneof(
  fc.array(fc.oneof(snippet, fc.string({ maxLength: 20 })), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.constant(null),
);
const repository = fc.dictionary(path, content, { maxKeys: 25, noNullPrototype: true });
const issue = fc.record({
  title: fc.oneof(fc.constant('Open the shelf'), fc.string({ maxLength: 40, unit: 'binary' })),
  text: fc
    .array(
      fc.oneof(
        path,
        snippet,
        fc.constantFrom('`src/shelf.ts`', '`openShelf`', '```', 'https://x.org/blob/main/src/shelf.ts#L3'),
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
});

test('whatever repository and issue: no error, never above the budget, and twice the same', async () => {
  await fc.assert(
    fc.asyncProperty(repository, issue, fc.integer({ min: 0, max: 2000 }), async (files, about, maxTokens) => {
      const survey = await surveyRepository(memoryReader(files), about, maxTokens);
      assert.ok(survey.text.length <= maxTokens * 4 && survey.tokens <= maxTokens);
      assert.equal(survey.text, survey.text.toWellFormed());
      assert.deepEqual(await surveyRepository(memoryReader(files), about, maxTokens), survey);
    }),
    { numRuns: 150 },
  );
});

test('the order in which a repository lists its files changes nothing', async () => {
  const expected = await surveyRepository(memoryReader(shopFiles), shopIssue, 3000);
  const paths = Object.keys(shopFiles);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(paths, { minLength: paths.length }), async (order) => {
      const reader: RepositoryReader = { ...memoryReader(shopFiles), paths: order };
      assert.deepEqual(await surveyRepository(reader, shopIssue, 3000), expected);
    }),
    { numRuns: 20 },
  );
});

test('every budget is kept, and once there is room for the named file it is shown', async () => {
  const isShown: boolean[] = [];
  for (let maxTokens = 0; maxTokens <= 1600; maxTokens += 50) {
    const { tokens, text } = await surveyRepository(memoryReader(shopFiles), shopIssue, maxTokens);
    assert.ok(tokens <= maxTokens);
    isShown.push(text.includes('export function applyDiscount(cart: Cart, percent: number): Cart'));
  }
  const firstAt = isShown.indexOf(true);
  assert.ok(firstAt > 0 && firstAt * 50 <= 800, `first shown with ${firstAt * 50} tokens`);
  assert.ok(isShown.slice(firstAt).every(Boolean));
});
