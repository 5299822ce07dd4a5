import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { someRuns } from '../needs.ts';
import { type EncodingName, encodings } from './encodings.ts';
import { findLeak } from './oracle.ts';
import { drawCharacters, makeRegistry } from './secrets.ts';

const names = Object.keys(encodings).filter((name): name is EncodingName => name in encodings);

/** What nobody reads: the first of what the second has written. See ADR 12. */
const outOfReach: readonly (readonly [EncodingName, EncodingName])[] = [
  ['overstruck', 'overstruck'],
  ['overstruck', 'uuencode'],
  ['html', 'list of characters, one a line'],
  ['html', 'object of characters, one a line'],
  ['html', 'object of bytes, one a line'],
  ['html', 'uuencode'],
  ['reversed', 'uuencode'],
  ['reversed', 'base64, wrapped'],
];

const key = fc
  .tuple(fc.constantFrom('sk-ant-api03-', 'sk-proj-', 'AIzaSy', ''), fc.nat(), fc.integer({ min: 32, max: 60 }))
  .map(([head, seed, length]) => head + drawCharacters(`composed ${seed}`, length));
const name = fc.constantFrom(...names);
const composition = fc
  .oneof(fc.tuple(name), fc.tuple(name, name), fc.tuple(name, name))
  .filter(([outer, inner]) => !outOfReach.some(([first, second]) => outer === first && inner === second));
const words = fc
  .array(
    fc.constantFrom(
      'worker',
      'is',
      'done',
      'in',
      '35',
      'ms',
      'src/model/text.ts',
      '{"level":"info"}',
      '…',
      'naïve',
      '\n',
    ),
  )
  .map((parts) => parts.join(' '));

test('no composition of two encodings shows a key, whatever stands around it and wherever it is cut', () => {
  fc.assert(
    fc.property(
      key,
      composition,
      words,
      words,
      fc.array(fc.nat(), { maxLength: 6 }),
      (secret, chosen, before, after, cuts) => {
        const written = chosen.reduceRight((text, encoding) => encodings[encoding](text), secret);
        const bytes = Buffer.from(`${before} ${written} ${after}\n`);
        assert.equal(findLeak(pass(secret, bytes, cuts), secret), null, chosen.join(' of '));
      },
    ),
    { numRuns: someRuns(800), seed: 12 },
  );
});

test('each of them shows a key to the oracle', () => {
  const secret = `sk-${drawCharacters('seen', 50)}`;
  for (const encoding of names) assert.notEqual(findLeak(encodings[encoding](secret), secret), null, encoding);
});

function pass(secret: string, bytes: Buffer, cuts: readonly number[]): string {
  const stream = makeRegistry({ secret }).redactor.openStream();
  const places = [0, ...cuts.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const parts = places.slice(1).map((end, at) => Buffer.from(stream.push(bytes.subarray(places[at], end))));
  return Buffer.concat([...parts, stream.end()]).toString();
}
