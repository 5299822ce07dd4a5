import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutBytes } from '../cut-bytes.ts';
import { someRuns } from '../needs.ts';
import { findLeak } from './oracle.ts';
import { makeRegistry, secrets } from './secrets.ts';
import { vectors } from './vectors.ts';

const { redactor } = makeRegistry();
const seed = 4;

function pass(chunks: readonly Uint8Array[]): Buffer {
  const stream = redactor.openStream();
  const parts = chunks.map((chunk) => Buffer.from(stream.push(chunk)));
  return Buffer.concat([...parts, stream.end()]);
}

const secret = fc.constantFrom(...Object.values(secrets));
const vector = fc.constantFrom(...Object.values(vectors));
const places = fc.array(fc.nat(), { maxLength: 12 });

/** A part of a secret, in some spelling, whole or torn. */
const spelled = fc
  .tuple(secret, vector, fc.nat(), fc.nat(), fc.boolean())
  .map(([text, write, from, length, isWhole]) => {
    const written = write(text);
    const start = from % written.length;
    return Buffer.from(isWhole ? written : written.slice(start, start + 1 + (length % 60)));
  });

/** What may stand around and between: also what looks like the beginning of something. */
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      ...['\n', '\n', '\r\n', ' ', '\t', '\0', 'word', 'a longer line of text\n', '…', '***', '...', '•'],
      ...[
        '%',
        '%2',
        '%25',
        '\\',
        '\\\\',
        '\\u',
        '\\u00',
        '\\u{',
        '&',
        '&#',
        '&#x7',
        '&amp',
        '&amp;',
        '0x',
        '0',
        '1',
        ',',
      ],
      ...['115, 107, 45', '736b2d', '\u001b', '\u001b[', '\u001b[31', '\u001b[0m', '\u009b1m', '\u200b', '\ufeff'],
      ...['H', 'H4', 'H4sI', 'H4sIAAAA', '=', '==', ' '.repeat(4090), '\n'.repeat(4100), '\u001b[1m'.repeat(30)],
    )
    .map((text) => Buffer.from(text)),
);

const text = fc.array(fc.oneof(spelled, noise, noise), { maxLength: 12 }).map((parts) => Buffer.concat(parts));

test('what comes out depends on the bytes alone, never on where they were cut', () => {
  fc.assert(
    fc.property(text, places, (bytes, cuts) => {
      assert.equal(pass(cutBytes(bytes, cuts)).toString('latin1'), pass([bytes]).toString('latin1'));
    }),
    { numRuns: someRuns(1000), seed },
  );
});

test('a whole text comes out as a stream of it does', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(spelled, noise), { maxLength: 8 }), (parts) => {
      const whole = Buffer.concat(parts).toString();
      assert.equal(redactor.redact(whole), pass([Buffer.from(whole)]).toString());
    }),
    { numRuns: someRuns(500), seed },
  );
});

test('whatever stands around it, no secret can be read', () => {
  fc.assert(
    fc.property(noise, secret, vector, noise, places, (before, hidden, write, after, cuts) => {
      const bytes = Buffer.concat([before, Buffer.from(write(hidden)), after]);
      assert.equal(findLeak(pass(cutBytes(bytes, cuts)).toString(), hidden), null);
    }),
    { numRuns: someRuns(400), seed },
  );
});

test('without a secret, all bytes come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 30 }), places, (parts, cuts) => {
      const bytes = Buffer.concat(parts);
      assert.ok(pass(cutBytes(bytes, cuts)).equals(bytes));
    }),
    { numRuns: someRuns(700), seed },
  );
});

test('a text that is no valid Unicode stays what it is', () => {
  const lone = 'a \ud800 lone surrogate, \u0000 and \r alone';
  assert.equal(redactor.redact(lone), lone);
});

test('an ordinary line passes at once, with its end', () => {
  const stream = redactor.openStream();
  for (const line of [
    'Done in 35 ms\n',
    'total 0\n',
    '100\n',
    'took 0x7f\r\n',
    '100 %\n',
    'results\n',
    'path\\\n',
    'R&D\n',
    'wait…\n',
    'a.\n',
  ]) {
    assert.equal(Buffer.from(stream.push(Buffer.from(line))).toString(), line);
  }
});

test('only what may be the beginning of a secret is held back, for as long as it may', () => {
  const { google = '' } = secrets;
  const stream = redactor.openStream();
  const say = (text: string) => Buffer.from(stream.push(Buffer.from(text))).toString();
  assert.equal(say(`the key: ${google.slice(0, 10)}`), 'the key: ');
  assert.equal(say(''), '');
  assert.equal(say('\n'), '');
  assert.equal(say('?!'), `${google.slice(0, 10)}\n?!`);
  assert.equal(say(`${google.slice(0, 10)}\n`), '');
  assert.equal(say(`${google.slice(10, 20)}\n`), '');
  assert.equal(say('next\n'), '[redacted:google]\nnext\n');
  assert.equal(say(`the key is ${google}\n`), 'the key is [redacted:google]\n');
});

test('endless spaces after the beginning of a secret do not fill the memory', () => {
  const { google = '' } = secrets;
  const stream = redactor.openStream();
  stream.push(Buffer.from(google.slice(0, 9)));
  let length = 0;
  for (let count = 0; count < 100; count += 1) length += stream.push(Buffer.alloc(1000, ' ')).length;
  assert.equal(length, 100_009);
});

test('a secret that never ends is one mask', () => {
  const { google = '' } = secrets;
  const out = pass(Array.from({ length: 300 }, () => Buffer.from(google)));
  assert.match(out.toString(), /^(\[redacted:google\])+$/);
});

test('what stands far apart is one secret up to a limit, also for a redactor that has seen nothing before', () => {
  const { google = '' } = secrets;
  for (const [gap, masks] of [
    [4090, 1],
    [4100, 2],
  ] as const) {
    const { redactor: fresh } = makeRegistry();
    const torn = `x\\${' '.repeat(gap)}${google.slice(0, 20)}${' '.repeat(gap)}${google.slice(20)} end`;
    assert.equal(fresh.redact(torn).split('[redacted:google]').length - 1, masks, `${gap} spaces`);
  }
});

test('in a long stream, too, secrets are found wherever it is cut', () => {
  const spellings = Object.values(vectors);
  const lines = Array.from({ length: 6000 }, (_, at) => {
    const hidden = Object.values(secrets)[at % 4] ?? '';
    const said = at % 7 === 0 ? spellings[at % spellings.length]?.(hidden) : `worker ${at} is done, 100 % of \\src`;
    return `2026-11-16T05:01:${at % 60} ${'·'.repeat(at % 3)} ${said}\n`;
  });
  const bytes = Buffer.from(lines.join(''));
  assert.ok(bytes.length > 3 * 64 * 1024);
  const whole = pass([bytes]);
  for (const size of [997, 65_536, 70_001]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    assert.ok(pass(chunks).equals(whole), `chunks of ${size} bytes`);
  }
  const shown = whole.toString();
  for (const hidden of Object.values(secrets)) {
    for (let at = 0; at + 16 <= hidden.length; at += 1) assert.ok(!shown.includes(hidden.slice(at, at + 16)));
  }
});
