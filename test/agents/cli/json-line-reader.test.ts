import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { JsonLineReader } from '../../../src/agents/cli/json-line-reader.ts';

function readInPieces(bytes: Uint8Array, cuts: readonly number[]): unknown[] {
  const reader = new JsonLineReader();
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).flatMap((end, index) => reader.push(bytes.subarray(at[index], end)));
}

test('objects come whole, whatever pieces their lines come in', () => {
  const object = fc.record({ type: fc.string(), text: fc.string({ unit: 'grapheme' }) });
  fc.assert(
    fc.property(fc.array(object), fc.array(fc.nat()), (objects, cuts) => {
      const bytes = Buffer.from(objects.map((each) => `${JSON.stringify(each)}\nno json\n`).join(''));
      assert.deepEqual(readInPieces(bytes, cuts), JSON.parse(JSON.stringify(objects)));
    }),
  );
});

test('a line without an end is not told of, and one that is too long is passed over', () => {
  const reader = new JsonLineReader();
  assert.deepEqual(reader.push(Buffer.from('{"type":"a"}')), []);
  assert.deepEqual(reader.push(Buffer.from('\n')), [{ type: 'a' }]);
  const piece = Buffer.from(`{"text":"${'x'.repeat(600_000)}`);
  assert.deepEqual(
    [reader.push(piece), reader.push(piece), reader.push(Buffer.from('"}\n{"type":"b"}\n'))],
    [[], [], [{ type: 'b' }]],
  );
});
