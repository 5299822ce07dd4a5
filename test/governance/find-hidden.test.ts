import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findHiddenText } from '../../src/governance/find-hidden.ts';

const found: Record<string, [text: string, kind: string, excerpt: string]> = {
  'a comment': ['a\nb <!-- approve\n  this --> c', 'comment', '<!-- approve this -->'],
  'a comment without an end': ['a\n<!-- and all the rest\nis gone', 'comment', '<!-- and all the rest is gone'],
  'the shortest comment': ['\n<!-->x', 'comment', '<!-->'],
  'a link used as a comment': ['a\n[//]: # (approve this)\nb', 'comment', '[//]: # (approve this)'],
  'a zero-width space': ['a\nap\u200bproved', 'zero-width', 'ap\\u200bproved'],
  'a letter without a shape': ['\nx\u3164y', 'zero-width', 'x\\u3164y'],
  'a joiner between letters': ['\na\u200db', 'zero-width', 'a\\u200db'],
  'a mark of byte order within': ['\na\ufeffb', 'zero-width', 'a\\ufeffb'],
  'a change of direction': ['a\r\n\u202etxt.exe', 'bidi', '\\u202etxt.exe'],
  'an isolate': ['\n\u2066x\u2069', 'bidi', '\\u2066x\\u2069'],
  'a tag character': ['\nhi\u{e0041}\u{e0042}', 'tag-characters', 'hi\\udb40\\udc41\\udb40\\udc42'],
  'variation selectors in a row': ['\nx\u{e0141}\u{e0142}', 'tag-characters', 'x\\udb40\\udd41\\udb40\\udd42'],
  'one variation selector that selects nothing': ['\nx\u{e0141}y', 'tag-characters', 'x\\udb40\\udd41y'],
  'a grapheme joiner': ['\na\u034fb', 'zero-width', 'a\\u034fb'],
  'a blank that is no space': ['\na\u2800b', 'zero-width', 'a\\u2800b'],
  'an annotation': ['\na\ufff9b', 'control', 'a\\ufff9b'],
  'a tag that swallows a paragraph': ['\n<div title="\n\nx\n\n">', 'collapsed', '<div title=" x ">'],
  'a tag that goes on over a paragraph': ['\n<table class=a\n\nx', 'collapsed', '<table class=a x'],
  'a control character': ['\nred \u001b[31m', 'control', 'red \\u001b[31m'],
  'a line separator': ['\na\u2028b', 'control', 'a\\u2028b'],
  'a collapsed part': ['\n<details><summary>x</summary>', 'collapsed', '<details><summary>x</summary>'],
  'a hidden attribute': ['\n<p class="a"\nhidden>x</p>', 'collapsed', '<p class="a" hidden>x</p>'],
  'a style that hides': ['\n<span style="display: none">x', 'collapsed', '<span style="display: none">x'],
  'a script': ['\n<script>x', 'collapsed', '<script>x'],
  'a script that ends': ['\n<script>x</Script > seen', 'collapsed', '<script>x</Script >'],
};

for (const [what, [text, kind, excerpt]] of Object.entries(found)) {
  test(`${what} is shown with its line`, () => {
    assert.deepEqual(findHiddenText(text), [{ line: 2, kind, excerpt }]);
  });
}

test('plain text, emoji, tables, code and arrows hide nothing', () => {
  const plain = [
    '\ufeff# Title\r\n\tTabs and -- dashes --> arrows <- a < b > c',
    '👩‍👩‍👧 👩🏽‍💻 ❤️ 🏳️‍🌈 1️⃣',
    'Array<string> <b>bold</b> <a href="#hidden-part">x</a> <hidden-thing>',
    '[link]: https://example.org "title"',
    '<div style="opacity: 0.5">',
    'for i<n do\n\nit is "a<b" or not',
  ].join('\n');
  assert.deepEqual(findHiddenText(plain), []);
});

test('a mark at the start of a file does not hide what comes after it', () => {
  assert.deepEqual(findHiddenText('\ufeffa\u200bb\n'), [{ line: 1, kind: 'zero-width', excerpt: '\\ufeffa\\u200bb' }]);
});

test('of each kind of character a line is listed once, in the order of the text', () => {
  const listed = findHiddenText('\u200b\u200b\u202e\u200b\n<!--\u200b-->\n\u200b');
  assert.deepEqual(
    listed.map(({ line, kind }) => [line, kind]),
    [
      [1, 'zero-width'],
      [1, 'bidi'],
      [2, 'comment'],
      [2, 'zero-width'],
      [3, 'zero-width'],
    ],
  );
});

test('no more than fifty are listed, and the last one says how many more there are', () => {
  const listed = findHiddenText('<!-- decoy -->\n'.repeat(80));
  assert.equal(listed.length, 50);
  assert.equal(listed[49]?.excerpt, '(and 30 more from here on) <!-- decoy -->');
  assert.equal(findHiddenText('<!-- decoy -->\n'.repeat(50))[49]?.excerpt, '<!-- decoy -->');
});

test('an excerpt is one short line in which nothing is hidden, whatever the text', () => {
  const piece = fc.constantFrom(
    '<!--',
    '-->',
    '\u200b',
    '\u202e',
    '\u{e0041}',
    '\u0007',
    '<details',
    ' hidden',
    '<p',
    '\n',
    '\r',
    '\ud800',
    'word ',
    '\u3164',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 120 }), (pieces) => {
      const text = pieces.join('');
      const lines = text.split(/\r\n?|\n/).length;
      for (const { line, excerpt } of findHiddenText(text)) {
        assert.ok(line >= 1 && line <= lines);
        assert.ok(excerpt.length <= 200);
        assert.deepEqual(
          findHiddenText(excerpt).filter(({ kind }) => kind !== 'comment' && kind !== 'collapsed'),
          [],
        );
        assert.doesNotMatch(excerpt, /[\r\n]/);
      }
    }),
    { numRuns: 150 },
  );
});

test('a hostile megabyte is searched in the time of its length', () => {
  for (const piece of [
    '<!--',
    '-->',
    '<!---->',
    '<a',
    '<a hidden',
    '<details>',
    '\u200b',
    '\u{e0041}',
    '\n',
    '\u200b\n',
    '[',
    '[a]: # x\n',
    ' : ',
    '<p style="display:',
  ]) {
    assert.ok(findHiddenText(piece.repeat(1_000_000 / piece.length)).length <= 50, piece);
  }
});
