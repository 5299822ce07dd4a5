import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeRedactor } from '../../src/redaction/redactor.ts';
import type { RedactionSketch } from '../../src/redaction/sketch.ts';
import { SketchNeedles } from '../../src/redaction/sketch-needles.ts';
import { View } from '../../src/redaction/view.ts';
import { findLeak } from './oracle.ts';
import { drawCharacters, makeRegistry, secrets } from './secrets.ts';
import { vectors } from './vectors.ts';

const { sketch } = makeRegistry();
const redactor = makeRedactor(sketch);

/** Parts of a secret: a sketch does not answer for those. */
const partly = ['24 buffer', '36 head', '37b middle', '23 xxd', '23b xxd, shifted', '23c hexdump'];
const whole = Object.entries(vectors).filter(([title]) => !partly.includes(title));

test('with a sketch alone, whole secrets are found in every spelling', () => {
  for (const [title, write] of whole) {
    for (const secret of Object.values(secrets)) {
      const redacted = redactor.redact(`{"key": "${write(secret)}"} end\n`);
      assert.equal(findLeak(redacted, secret), null, `${title}: ${redacted}`);
      assert.ok(redacted.startsWith('{"key": "') && redacted.endsWith('"} end\n'), `${title}: ${redacted}`);
    }
  }
});

test('with a sketch, too, it makes no difference where a stream is cut', () => {
  for (const [title, write] of whole) {
    const { google = '' } = secrets;
    const bytes = Buffer.from(`key: ${write(google)} end\n`);
    const expected: string = redactor.redact(bytes.toString());
    const stream = redactor.openStream();
    for (let at = 0; at <= bytes.length; at += 7) {
      const parts = [bytes.subarray(0, at), bytes.subarray(at)].map((chunk) => Buffer.from(stream.push(chunk)));
      assert.equal(Buffer.concat([...parts, stream.end()]).toString(), expected, `${title}, cut at ${at}`);
    }
  }
});

test('a sketch reveals no part of a secret', () => {
  const bytes = [sketch.salt, sketch.sizes, sketch.parts, new Uint8Array(sketch.bits.buffer)];
  const text = `${sketch.names.join('\n')}\n${bytes.map((part) => Buffer.from(part).toString('latin1')).join('\n')}`;
  for (const secret of Object.values(secrets)) {
    for (let at = 0; at + 6 <= secret.length; at += 1) {
      for (const form of [secret, secret.toLowerCase()]) assert.ok(!text.includes(form.slice(at, at + 6)));
    }
    assert.equal(findLeak(text, secret), null);
  }
  assert.deepEqual(Object.keys(sketch).sort(), ['bits', 'names', 'parts', 'salt', 'sizes']);
});

/** Whether a sketch answers for these characters. */
function knows(needles: SketchNeedles, text: string): boolean {
  const view = new View();
  view.clear(text.length);
  for (const char of Buffer.from(text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/'))) view.add(char, 0, 0);
  let isKnown = false;
  needles.scan(view, true, () => {
    isKnown = true;
  });
  return isKnown;
}

test('a sketch does not answer for parts that begin in public: nobody can read a secret off it, step by step', () => {
  const needles = new SketchNeedles(sketch);
  const { anthropic = '', openai = '', google = '' } = secrets;
  const begun = [
    { text: anthropic, known: 13 },
    { text: openai, known: 8 },
    { text: openai.slice(openai.indexOf('T3BlbkFJ')), known: 8 },
    { text: google, known: 6 },
  ];
  for (const { text, known } of begun) {
    for (let more = 1; more < 16; more += 1) {
      assert.ok(!knows(needles, text.slice(0, known + more)), `${known} public characters and ${more} more`);
      assert.ok(!knows(needles, text.slice(-more)), `the last ${more}`);
    }
  }
  assert.ok(knows(needles, anthropic), 'it knows the whole');
});

test('each part that a sketch answers for has sixteen characters that nobody can guess', () => {
  assert.ok(sketch.sizes.every((size) => size >= 16));
  const short = makeRegistry({ short: drawCharacters('short', 14) });
  assert.ok(
    short.sketch.sizes.every((size) => size >= 14),
    'a short secret is known as a whole',
  );
  const hidden = makeRedactor(short.sketch).redact(`key ${drawCharacters('short', 14)} end`);
  assert.equal(hidden, 'key [redacted:short] end');
});

test('two sketches of the same secrets have nothing in common but their names and sizes', () => {
  const other = makeRegistry().sketch;
  const records = (parts: Uint8Array) =>
    new Set(
      Array.from({ length: parts.length / 12 }, (_, at) =>
        Buffer.from(parts.subarray(at * 12, at * 12 + 8)).toString('hex'),
      ),
    );
  const first = records(sketch.parts);
  assert.ok([...records(other.parts)].every((digest) => !first.has(digest)));
});

test('another process redacts by a sketch, and never hears a secret', async () => {
  const child = fork(fileURLToPath(new URL('./sketch-child.ts', import.meta.url)), { serialization: 'advanced' });
  const { anthropic = '' } = secrets;
  const heard = once(child, 'message');
  child.send({ sketch, text: Buffer.from(`key=${anthropic}\n`).toString('base64') });
  const [answer] = await heard;
  assert.equal(answer, 'key=[redacted:anthropic]\n');
  await once(child, 'exit');
});

test('what is wrong with a sketch costs the text, never the secret', () => {
  const poison: RedactionSketch[] = [
    { ...sketch, parts: poisoned(new Uint8Array(12)) },
    { ...sketch, bits: poisoned(new Int32Array(4)) },
    { ...sketch, sizes: poisoned(new Uint8Array(1)) },
  ];
  for (const broken of poison) {
    const redacting = makeRedactor(broken);
    assert.equal(redacting.redact('some text that is long enough to be looked at'), '[redactor failed]');
    const stream = redacting.openStream();
    assert.equal(Buffer.from(stream.push(Buffer.alloc(100, 'text '))).toString(), '[redactor failed]\n');
    assert.equal(Buffer.from(stream.push(Buffer.alloc(100, 'text '))).toString(), '[redactor failed]\n');
  }
});

/** Typed memory that cannot be read. */
function poisoned<T extends object>(memory: T): T {
  return new Proxy(memory, {
    get() {
      throw new Error(`do not tell: ${secrets['google']}`);
    },
  });
}
