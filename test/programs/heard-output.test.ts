import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HeardOutput } from '../../src/programs/heard-output.ts';

const chunks = fc.array(fc.uint8Array({ minLength: 0, maxLength: 20 }), { maxLength: 40 });

test('the end of a stream is its end, however it came', () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 50 }), (pieces, most) => {
      const heard = new HeardOutput(most, 'end');
      const printable = pieces.map((piece) => Buffer.from(piece.map((byte) => 97 + (byte % 26))));
      for (const piece of printable) heard.push(piece);
      assert.equal(heard.text, Buffer.concat(printable).subarray(-most).toString());
    }),
  );
});

test('the beginning of a stream is whole chunks of it, and the first that is too much is told', () => {
  const heard = new HeardOutput(5, 'beginning');
  assert.equal(heard.push(Buffer.from('abc')), true);
  assert.equal(heard.push(Buffer.from('def')), false);
  assert.equal(heard.push(Buffer.from('gh')), false);
  assert.equal(heard.text, 'abc');
});
