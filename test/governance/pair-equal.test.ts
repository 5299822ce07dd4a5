import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dropEqual } from '../../src/governance/pair-equal.ts';

const key = (text: string) => text.toLowerCase();

test('equal items go in pairs, as often as both sides have them', () => {
  assert.deepEqual(dropEqual(['a', 'B', 'a', 'c'], ['A', 'd', 'b'], key), { some: ['a', 'c'], others: ['d'] });
  assert.deepEqual(dropEqual(['a'], ['A', 'a'], key), { some: [], others: ['a'] });
  assert.deepEqual(dropEqual(['', 'x'], ['', 'x'], key), { some: [''], others: [''] });
});

test('as many go on one side as on the other, and what is left has no equal', () => {
  const texts = fc.array(fc.constantFrom('a', 'A', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const left = dropEqual(some, others, key);
      assert.equal(some.length - left.some.length, others.length - left.others.length);
      const keys = new Set(left.others.map(key));
      assert.ok(left.some.every((text) => !keys.has(key(text))));
    }),
  );
});
