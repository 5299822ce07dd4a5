import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeptOutput } from '../../../src/workflows/implementation/kept-output.ts';

/** Keeps what it is given, and how much it was given at once. */
function openMemory() {
  const pieces: string[] = [];
  const openSink = () => ({
    write: (text: string) => void pieces.push(text),
    finish: () => ({ path: '/state/log', sha256: 'x', bytes: pieces.join('').length }),
  });
  return { pieces, kept: new KeptOutput(openSink) };
}

test('a short output is kept to the letter, without a file', () => {
  const { pieces, kept } = openMemory();
  assert.ok(kept.isEmpty);
  for (const text of ['a', '', 'b\n']) kept.push(text);
  assert.deepEqual([kept.isEmpty, kept.finish(), pieces], [false, { output: 'ab\n', file: null }, []]);
});

test('of a long one not a character is lost, in whatever pieces it comes, and only its end stays in memory', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const { pieces, kept } = openMemory();
      const said = lengths.map((length, at) => String.fromCharCode(97 + at).repeat(length));
      for (const text of said) kept.push(text);
      const { output, file } = kept.finish();
      const whole = said.join('');
      if (file === null) return output === whole && whole.length <= 256 * 1024;
      const end = output.slice(output.indexOf('\n') + 1);
      const isNoted = output.startsWith(`[the end of an output of ${whole.length} bytes: the log has the whole]\n`);
      return isNoted && pieces.join('') === whole && whole.endsWith(end) && end.length <= 16 * 1024;
    }),
    { numRuns: 50 },
  );
});

test('a disk that takes nothing is told at the end, not to the stream', () => {
  const kept = new KeptOutput(() => {
    throw new Error('no room');
  });
  for (let at = 0; at < 10; at += 1) kept.push('a'.repeat(100_000));
  assert.throws(() => kept.finish(), /no room/);
});
