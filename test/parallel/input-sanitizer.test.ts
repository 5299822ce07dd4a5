import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AgentOsError } from '../../src/model/errors.ts';
import { foldId, sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';

const refused = (raw: string) => assert.throws(() => sanitizeTaskId(raw), isUnsafe, JSON.stringify(raw));

function isUnsafe(error: unknown): boolean {
  return error instanceof AgentOsError && error.code === 'ID_UNSAFE';
}

test('plain names and numbers are minted as they are', () => {
  for (const id of ['137', 'a', 'LLD-137', 'fix_login', 'A'.repeat(64), '0', 'COM', 'console']) {
    assert.equal(sanitizeTaskId(id), id);
  }
});

test('what could leave its folder is refused', () => {
  for (const raw of ['..', '.', '../x', 'a/b', 'a\\b', '/etc/passwd', 'C:\\x', 'a..b', '~root', '%2e%2e']) refused(raw);
});

test('what a shell, a terminal or git could take for something else is refused', () => {
  for (const raw of [
    '-rf',
    '--help',
    'a b',
    '$(id)',
    '`id`',
    'a;b',
    'a\nb',
    '137\n',
    '\n',
    'a\0',
    '\u001b[2J',
    'a:b',
    '@{0}',
    'x.lock',
  ]) {
    refused(raw);
  }
});

test('names that Windows reserves are refused in any case', () => {
  for (const raw of ['CON', 'nul', 'Com1', 'LPT9', 'aux', 'PRN', 'nul.txt']) refused(raw);
});

test('look-alikes, combining forms and invisible characters are refused', () => {
  for (const raw of [
    '１３７',
    'а137',
    'é',
    'e\u0301',
    '137\u200b',
    '\u202e731',
    '👍',
    '\u0131',
    '\u017f',
    '\u212a',
    'é'.repeat(130),
  ])
    refused(raw);
});

test('empty and over-long names are refused, and shown cut short', () => {
  refused('');
  assert.throws(
    () => sanitizeTaskId('a'.repeat(300)),
    (error: Error) => error.message.length < 200 && error.message.includes('300 characters'),
  );
});

test('a refused name is shown escaped', () => {
  assert.throws(
    () => sanitizeTaskId('a\u001b[31m'),
    (error: Error) => !error.message.includes('\u001b'),
  );
});

test('for any text: the id is the text itself and safe, or it is refused with a code', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\w.-]{0,70}$/),
  );
  fc.assert(
    fc.property(anyText, (raw) => {
      try {
        assert.equal(sanitizeTaskId(raw), raw);
        assert.match(raw, /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
        assert.ok(!raw.includes('\n'));
      } catch (error) {
        if (!isUnsafe(error)) throw error;
        assert.ok(!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(raw) || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(raw));
      }
    }),
    { numRuns: 5000, seed: 106 },
  );
});

test('names that meet on some file system fold to one', () => {
  assert.equal(foldId('Fix'), foldId('fIX'));
  assert.equal(foldId('caf\u00e9'), foldId('cafe\u0301'));
  assert.equal(foldId('１３７'), foldId('137'));
  assert.equal(foldId('137. '), foldId('137'));
  assert.notEqual(foldId('137'), foldId('138'));
});
