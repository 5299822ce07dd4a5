import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeUnsafe, quoteSafely, renderJson, showSafely } from '../../src/model/text.ts';

/** Whatever could act on a terminal: all controls but the newline that we write ourselves. */
const active = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

test('no text can drive a terminal or hide in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(showSafely(text), active);
      assert.doesNotMatch(showSafely(text), /\n/);
      assert.doesNotMatch(escapeUnsafe(text).replaceAll('\t', ''), active);
      assert.doesNotMatch(quoteSafely(text), active);
    }),
    { numRuns: 3000, seed: 8 },
  );
});

test('what is escaped in JSON reads back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = renderJson({ text });
      assert.doesNotMatch(json.replaceAll('\n', ''), active);
      assert.deepEqual(JSON.parse(json), { text });
    }),
    { numRuns: 3000, seed: 9 },
  );
});

test('tags and other invisible characters are shown, ordinary text is left alone', () => {
  assert.equal(showSafely('a\u{e0041}b'), 'a\\udb40\\udc41b');
  assert.equal(showSafely('naïve 日本 👍 <b>'), 'naïve 日本 👍 <b>');
  assert.equal(showSafely('two\nlines\tand a tab'), 'two\\nlines\\tand a tab');
});

test('a quoted value is short, whatever it is', () => {
  assert.equal(quoteSafely('x'), '"x"');
  assert.equal(quoteSafely(2n), '2n');
  assert.equal(quoteSafely(undefined), 'undefined');
  assert.ok(quoteSafely('x'.repeat(1000)).length < 100);
});
