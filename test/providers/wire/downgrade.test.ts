import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameModel } from '../../../src/providers/wire/downgrade.ts';

const same: readonly (readonly [string, string])[] = [
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['claude-sonnet-4.5', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4@20250514', 'claude-sonnet-4-20250514'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5-20250929'],
  ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
  ['gemini-2.0-flash', 'gemini-2.0-flash-001'],
  ['gemini-flash-latest', 'gemini-2.5-flash-preview-09-2025'],
  ['gemini-flash-latest', 'gemini-3-flash'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
  ['mistral-large-latest', 'mistral-large-2411'],
  ['chatgpt-4o-latest', 'chatgpt-4o-latest'],
  ['gpt-5', 'gpt-5-2025-08-07'],
  ['gpt-4o-2024-08-06', 'gpt-4o-2024-08-06'],
  ['GPT-5', 'gpt-5'],
  ['llama3.1', 'llama3.1:latest'],
  ['deepseek/deepseek-r1:free', 'deepseek/deepseek-r1'],
];

const other: readonly (readonly [string, string])[] = [
  ['gpt-5', 'gpt-5-mini'],
  ['gpt-5', 'gpt-5-mini-2025-08-07'],
  ['gpt-5', 'gpt-5.5'],
  ['gpt-5.5', 'gpt-5'],
  ['gpt-5-mini', 'gpt-5'],
  ['gpt-4o', 'gpt-4'],
  ['gemini-2.5-pro', 'gemini-2.5-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  ['gemini-2.5-flash', 'gemini-2.0-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-09-2025'],
  ['gemini-flash-latest', 'gemini-2.5-flash-lite'],
  ['gemini-pro-latest', 'gemini-2.5-flash'],
  ['claude-3-5-sonnet-latest', 'claude-3-7-sonnet-20250219'],
  ['gpt-5-latest', 'gpt-5-5'],
  ['claude-opus-4-5', 'claude-sonnet-4-5'],
  ['claude-opus-4-5', 'claude-opus-4-1-20250805'],
  ['gpt-4o-2024-08-06', 'gpt-4o-2024-05-13'],
  ['llama3.1:70b', 'llama3.1:8b'],
  ['claude-sonnet-4-5', ''],
];

test('a model may answer by its dated, prefixed or alias name', () => {
  for (const [asked, answered] of same) assert.ok(isSameModel(asked, answered), `${asked} → ${answered}`);
});

test('a sibling, another version or another snapshot is not the model that was asked for', () => {
  for (const [asked, answered] of other) assert.ok(!isSameModel(asked, answered), `${asked} → ${answered}`);
});

test('every model is itself', () => {
  const word = fc.constantFrom(
    'gpt',
    'claude',
    'sonnet',
    '4',
    '5',
    '2.5',
    '20250929',
    'latest',
    'mini',
    '001',
    'preview',
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      assert.ok(isSameModel(words.join('-'), words.join('-')));
      assert.ok(isSameModel(words.join('-'), `models/${words.join('-')}`));
    }),
    { numRuns: 2000, seed: 6 },
  );
});
