import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonDigest } from '../../../src/providers/wire/json-digest.ts';
import { openMeter } from '../../../src/providers/wire/meter.ts';
import { completion, meterChunks, response } from './replies.ts';

function digest(text: string, cutAt = 0): unknown[] {
  const told: unknown[] = [];
  const reader = new JsonDigest((data) => told.push(data));
  const bytes = Buffer.from(text);
  reader.push(bytes.subarray(0, cutAt));
  reader.push(bytes.subarray(cutAt));
  return told;
}

test('a small object is told as it is, wherever it is cut', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const small = fc.jsonValue({ maxDepth: 3, depthSize: 'xsmall', stringUnit: 'grapheme' });
  fc.assert(
    fc.property(
      fc.dictionary(text, small, { maxKeys: 4 }),
      fc.nat(200),
      fc.constantFrom(0, 2),
      (object, at, indent) => {
        const json = JSON.stringify(object, null, indent);
        assert.deepEqual(digest(json, at), [JSON.parse(json)]);
        assert.deepEqual(digest(`[${json},\n${json}]`, at), [JSON.parse(json), JSON.parse(json)]);
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test('what does not matter is left out, and the rest still parses', () => {
  const odd = fc.constantFrom('"', '\\', '👍', '\u0000', 'é', '\\u00e9', 'a', '{', ']', ',', '\ud83d');
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 30 }), fc.integer({ min: 1990, max: 2060 }), (tail, length) => {
      const long = 'x'.repeat(length) + tail.join('') + 'y'.repeat(3000);
      const [told] = digest(JSON.stringify({ [long]: long, list: [long, { long }], last: 7 }));
      assert.ok(typeof told === 'object' && told !== null && 'last' in told && 'list' in told);
      assert.equal(told.last, 7);
      assert.ok(JSON.stringify(told).length < 20_000);
    }),
    { numRuns: 300, seed: 8 },
  );
});

test('long lists end early and deep things are empty', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`);
  const [told] = digest(JSON.stringify({ list: Array.from({ length: 500 }, (_, at) => ({ at })), deep, end: true }));
  assert.ok(typeof told === 'object' && told !== null && 'list' in told && Array.isArray(told.list) && 'end' in told);
  assert.equal(told.list.length, 64);
  assert.equal(JSON.stringify(told).match(/"a"/g)?.length, 7);
});

test('what is no JSON tells nothing, and does not disturb what comes after', () => {
  for (const text of [
    '',
    '7',
    '"x"',
    'null',
    '[1,2]',
    '{"a":',
    '{]',
    '}{',
    ']]]]',
    '{"a" 1}',
    '\u0000\u0001',
    '[DONE]',
  ]) {
    assert.deepEqual(digest(text), [], text);
  }
  const told: unknown[] = [];
  const reader = new JsonDigest((data) => told.push(data));
  reader.push(Buffer.from('{"a":["x'));
  reader.reset();
  reader.push(Buffer.from('{"b":1}'));
  assert.deepEqual(told, [{ b: 1 }]);
});

/** Memory that is held, once what is garbage is gone as far as one can tell. */
function heldBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function* repeat(head: string, piece: Buffer, times: number, tail: string): Generator<Uint8Array> {
  yield Buffer.from(head);
  for (let count = 0; count < times; count += 1) yield piece;
  yield Buffer.from(tail);
}

const piece = Buffer.alloc(64 * 1024, 'text ');
/** 100 MB. */
const times = 1600;

test('an answer of 100 MB is metered wherever its usage stands, in bounded memory', () => {
  const before = heldBytes();
  const [usage, model] = [JSON.stringify(completion.usage), '"gpt-5-2025-08-07"'];
  const text = '"choices":[{"finish_reason":"stop","message":{"content":"';
  const last = meterChunks(
    'openai-chat',
    false,
    repeat(`{"model":${model},${text}`, piece, times, `"}}],"usage":${usage}}`),
  );
  assert.deepEqual([last.usage?.outputTokens, last.finish, last.isComplete], [30, 'stop', true]);
  const first = meterChunks(
    'openai-chat',
    false,
    repeat(`{"usage":${usage},${text}`, piece, 10, `"}}],"model":${model}}`),
  );
  assert.deepEqual([first.usage?.outputTokens, first.model], [30, 'gpt-5-2025-08-07']);
  assert.ok(heldBytes() - before < 40_000_000);
});

test('a last event that repeats the whole answer is read, however long it is', () => {
  const head = `event: response.completed\ndata: {"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"text":"`;
  const tail = `"}]}],"model":"gpt-5","usage":${JSON.stringify(response.usage)}}}\n\n`;
  const said = meterChunks('openai-responses', true, repeat(head, piece, 100, tail));
  assert.deepEqual([said.usage?.outputTokens, said.model, said.isComplete], [30, 'gpt-5', true]);
});

test('a line without an end, and an object without one, hold no memory', () => {
  for (const [head, endless] of [
    ['data: {"a":"', piece],
    ['garbage ', piece],
    ['data: ', Buffer.alloc(64 * 1024, '{"a":[')],
    ['data: {', Buffer.alloc(64 * 1024, '"k":1,')],
    ['event: ', piece],
    ['', piece],
  ] as const) {
    const meter = openMeter('openai-chat', true);
    meter.push(Buffer.from(head));
    const before = heldBytes();
    for (let count = 0; count < 200; count += 1) meter.push(endless);
    assert.ok(heldBytes() - before < 30_000_000, head);
    meter.end();
    assert.equal(meter.usage, null);
  }
});
