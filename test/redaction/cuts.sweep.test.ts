import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRegistry, secrets } from './secrets.ts';
import { vectors } from './vectors.ts';

const { redactor } = makeRegistry();
const stream = redactor.openStream();
/** Of a longer text, not every cut is tried. */
const mostCuts = 50;

/** What comes out of these chunks. After its end, a stream begins anew. */
function pass(chunks: readonly Uint8Array[]): Buffer {
  const parts = chunks.map((chunk) => Buffer.from(stream.push(chunk)));
  return Buffer.concat([...parts, stream.end()]);
}

for (const [title, write] of Object.entries(vectors)) {
  test(`it makes no difference where it is cut: ${title}`, () => {
    for (const secret of Object.values(secrets)) {
      const text = `before: ${write(secret)} after\n`;
      const bytes = Buffer.from(text);
      const whole = Buffer.from(redactor.redact(text));
      assert.ok(pass(Array.from(bytes, (byte) => Uint8Array.of(byte))).equals(whole), 'one byte at a time');
      const step = Math.ceil(bytes.length / mostCuts);
      for (let at = 0; at <= bytes.length; at += step) {
        const cut = pass([bytes.subarray(0, at), bytes.subarray(at)]);
        if (!cut.equals(whole)) assert.equal(cut.toString(), whole.toString(), `cut at ${at}`);
      }
    }
  });
}
