import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { readAddedRows } from '../../../../src/workflows/implementation/gates/patch-rows.ts';
import { someRuns } from '../../../needs.ts';
import { Changes } from './changes.ts';

const changes = new Changes();
after(() => changes[Symbol.dispose]());

test('lines that look like heads of a patch are lines all the same', async () => {
  const text = [
    '+++ b/other.ts',
    '--- a/other.ts',
    '@@ -1 +1 @@',
    'diff --git a/x b/x',
    '',
    '\\ No newline',
    '+plus',
  ].join('\n');
  const { patch } = await changes.diff({ 'a.ts': 'one\n--- gone\ntwo\n' }, { 'a.ts': `one\ntwo\n${text}` });
  const rows = readAddedRows(patch);
  assert.deepEqual([...rows.keys()], ['a.ts']);
  assert.equal(
    rows
      .get('a.ts')
      ?.map((row) => row.text)
      .join('\n'),
    text,
  );
  assert.deepEqual(
    rows.get('a.ts')?.map(({ line }) => line),
    text.split('\n').map((_, at) => at + 3),
  );
});

test('every name that git can write comes back, and so does every line', async () => {
  const name = fc.string({ unit: fc.constantFrom(...'aé \t\n"\\ü🙂\u0001.-'), minLength: 1, maxLength: 8 });
  const line = fc.constantFrom(
    '',
    'a',
    '+',
    '-',
    '+++ b/x',
    '--- a/x',
    '@@ -1,2 +3 @@',
    'diff --git a/x b/x',
    '\\',
    '\r',
    '\u2028',
  );
  const isUsable = (path: string) => !/^[.\s]*$/.test(path) && !/[ \t\n\u0001]$/.test(path);
  const lines = fc.array(line, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(name.filter(isUsable), lines, lines, async (path, before, now) => {
      const [old, text] = [before, now].map((rows) => `${rows.join('\n')}\n`);
      const { patch } = await changes.diff(
        { keep: 'x', [`d/${path}`]: old ?? '' },
        { keep: 'x', [`d/${path}`]: text ?? '' },
      );
      if (old === text) return;
      const rows = readAddedRows(patch).get(`d/${path}`) ?? [];
      for (const row of rows) assert.equal(row.text, now[row.line - 1]);
      assert.equal(readAddedRows(patch).size, 1);
    }),
    { numRuns: someRuns(40), seed: 3 },
  );
});

test('no text makes the reader throw', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'diff --git a/a b/a',
      '+++ b/a',
      '+++ "b/\\303',
      '@@ -1,3 +1,9 @@',
      '@@ -0,0 +1 @@',
      '+x',
      '-x',
      '\\',
      '+++ "',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (rows) => {
      for (const [, found] of readAddedRows(rows.join('\n'))) for (const { line } of found) assert.ok(line >= 0);
    }),
    { numRuns: 1000, seed: 4 },
  );
});
