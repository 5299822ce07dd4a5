import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dropHidden, hidesCharacters } from '../../src/model/hidden-characters.ts';
import { cutText, escapeUnsafe, quoteSafely, renderJson, showSafely } from '../../src/model/text.ts';

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

test('what hides is shown wherever it stands; the parts of an emoji hide nothing', () => {
  for (const hidden of [
    '\u034f',
    '\u115f',
    '\u17b4',
    '\u180b',
    '\u2800',
    '\u3164',
    '\uffa0',
    '\ufe01',
    '\ufff9',
    '\u{e0101}',
    '\u{1d173}',
  ]) {
    assert.match(escapeUnsafe(`a${hidden}b`), /^a(?:\\u[0-9a-f]{4}){1,2}b$/);
    assert.equal(dropHidden(`a${hidden}b`), 'ab');
    assert.ok(hidesCharacters(`a${hidden}b`));
  }
  for (const stray of ['a\u200db', 'a\ufe0fb', '😀\ufe0f\ufe0f', '👩\u200d x', '1\ufe0f'])
    assert.ok(hidesCharacters(stray), stray);
  const emoji = '👩‍👩‍👧 👩🏽‍💻 ❤️ 🏳️‍🌈 1️⃣ ❤️‍🔥 ☑︎';
  assert.equal(escapeUnsafe(emoji), emoji);
});

test('a text that is cut never ends in half a character', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'ab…');
  assert.equal(cutText('a👍cd', 3), 'a…');
});
