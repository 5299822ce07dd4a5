import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findOccurrences } from '../../src/governance/occurrences.ts';

const placesOf = (text: string, words: string) => findOccurrences(text, words, 1000);

test('every place is found, also where places overlap', () => {
  assert.deepEqual(placesOf('aaa', 'aa'), [0, 1]);
  assert.deepEqual(placesOf('abcabcab', 'abcab'), [0, 3]);
  assert.deepEqual(placesOf('abc', 'abcd'), []);
  assert.deepEqual(placesOf('abc', ''), []);
  assert.deepEqual(findOccurrences('aaaa', 'a', 2), [0, 1]);
});

test('the places are those that a comparison at every character finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d\ude00'), maxLength: 30 });
  fc.assert(
    fc.property(letters, letters, (text, words) => {
      const expected = [...Array(text.length).keys()].filter((at) => words !== '' && text.startsWith(words, at));
      assert.deepEqual(placesOf(text, words), expected);
    }),
    { numRuns: 1000 },
  );
});

test('words that almost stand everywhere in a megabyte are sought in the time of its length', () => {
  const text = 'a'.repeat(1_000_000);
  for (const words of [
    `b${'a'.repeat(100_000)}`,
    `${'a'.repeat(100_000)}b`,
    `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`,
  ]) {
    assert.deepEqual(placesOf(text, words), []);
  }
});
