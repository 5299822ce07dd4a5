import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sharedPart, significantWords } from '../../src/governance/significant-words.ts';

const wordsOf = (text: string) => [...significantWords(text)];

test('the words that carry a text are folded, and the empty and the short ones are left out', () => {
  assert.deepEqual(wordsOf('The export MUST write a `CSV` file, and the file has 3 columns.'), [
    'export',
    'write',
    'csv',
    'file',
    '3',
    'columns',
  ]);
});

test('a text of nothing but short words is told by them', () => {
  assert.deepEqual(wordsOf('It is so'), ['it', 'is', 'so']);
  assert.deepEqual(wordsOf('must not'), ['must', 'not']);
  assert.deepEqual(wordsOf('| --- |'), []);
});

test('of a script without spaces, neighbours are words', () => {
  assert.deepEqual(wordsOf('導出訂單'), ['導出', '出訂', '訂單']);
  assert.deepEqual(wordsOf('導出'), ['導出']);
  assert.ok(sharedPart(significantWords('導出訂單為文件'), significantWords('導出所有訂單為文件')) > 0.6);
});

test('a word of Korean is known whatever particle it has', () => {
  assert.ok(sharedPart(significantWords('도구는 파일을 읽는다'), significantWords('도구가 파일을 읽어야 한다')) >= 0.5);
});

test('what is shared is measured by the first text', () => {
  const [few, many] = [significantWords('export orders'), significantWords('export orders daily into files')];
  assert.equal(sharedPart(few, many), 1);
  assert.equal(sharedPart(many, few), 0.5);
  assert.equal(sharedPart(new Set(), few), 1);
});

test('every text shares all with itself, and no more words are taken than were asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 9 }), (text, most) => {
      assert.equal(sharedPart(significantWords(text), significantWords(text)), 1);
      assert.ok(significantWords(text, most).size <= most);
    }),
  );
});
