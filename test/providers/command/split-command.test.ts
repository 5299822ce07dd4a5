import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCommand, splitCommand } from '../../../src/providers/command/split-command.ts';

test('words are parted by spaces; quotes and backslashes keep them together', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['  a  b\tc\n', ['a', 'b', 'c']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`--x="b c"'d'e`, ['--x=b cde']],
    [`'' ""`, ['', '']],
    ['a\\ b \\\\ \\"', ['a b', '\\', '"']],
    [`"a\\"b\\\\" 'a\\b'`, ['a"b\\', 'a\\b']],
  ];
  for (const [line, words] of table) assert.deepEqual(splitCommand(line), words, line);
});

test('nothing that a shell would do is done', () => {
  const line = '$HOME *.md a|b >x ;rm ~ `id` $(id) & #c {a,b}';
  assert.deepEqual(splitCommand(line), line.split(' '));
});

test('what has no end is refused', () => {
  for (const line of [`a "b`, `a 'b`, 'a\\', `"a\\"`]) assert.equal(splitCommand(line), null, line);
  for (const spec of ['command:', 'command:  ', `command:''`, `command:"x`, 'command:a\0b']) {
    assert.throws(() => parseCommand(spec), { code: 'SPEC_INVALID' }, spec);
  }
});

test('any words can be written, in either quotes or with backslashes, and come back', () => {
  const quotes = [
    (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`,
    (word: string) => `'${word.replaceAll("'", `'\\''`)}'`,
    (word: string) => (word === '' ? "''" : word.replace(/[\s"'\\]/g, '\\$&')),
  ];
  const written = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...quotes)), { maxLength: 6 });
  fc.assert(
    fc.property(written, (words) => {
      const line = words.map(([word, quote]) => quote(word)).join(' ');
      assert.deepEqual(
        splitCommand(line),
        words.map(([word]) => word),
      );
    }),
  );
});
