import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeRegistry, secrets } from './secrets.ts';

const { redactor } = makeRegistry();
const { google = '' } = secrets;

function pass(text: string, chunkBytes: number): string {
  const bytes = Buffer.from(text);
  const stream = redactor.openStream();
  const count = Math.ceil(bytes.length / chunkBytes);
  const parts = Array.from({ length: count }, (_, at) =>
    Buffer.from(stream.push(bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes))),
  );
  return Buffer.concat([...parts, stream.end()]).toString();
}

test('packed text that is too long to be held is hidden to its end, wherever it is cut', () => {
  const packed = gzipSync(Buffer.concat([randomBytes(100_000), Buffer.from(google)])).toString('base64');
  for (const written of [packed, packed.replace(/.{76}/g, '$&\n    ')]) {
    const whole: string = redactor.redact(`it is ${written}\n, and then\n`);
    assert.match(whole, /^it is H4sIAAAAAAAA\[redacted\]={0,2}\s*,? and then\n$/);
    for (const size of [997, 65_536, 70_001]) assert.equal(pass(`it is ${written}\n, and then\n`, size), whole);
  }
});

test('a long word in another code is read to its end', () => {
  const written = Buffer.from(`${'some text, '.repeat(9000)}${Buffer.from(google).toString('hex')}`).toString('base64');
  assert.ok(written.length > 2 * 64 * 1024);
  const whole: string = redactor.redact(`it is ${written} .\n`);
  assert.ok(whole.includes('[redacted:google]'));
  for (const size of [997, 65_536]) assert.equal(pass(`it is ${written} .\n`, size), whole);
});

test('what was packed to be large is hidden unread, and soon', () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, 'a')).toString('base64');
  assert.match(redactor.redact(`it is ${bomb} .`), /^it is H4sIAAAAAAAA\[redacted\]=* \.$/);
});

test('packed text without a secret stays, and so do pictures and numbers', () => {
  const harmless = [
    gzipSync('nothing to see here').toString('base64'),
    gzipSync(randomBytes(3000).toString('hex')).toString('base64'),
    randomBytes(3000).toString('base64'),
    randomBytes(3000).toString('hex'),
    JSON.stringify([...randomBytes(500)]),
    Array.from({ length: 500 }, (_, at) => at).join(' '),
    JSON.stringify([...'nothing to see here, but one by one']),
    Buffer.from('some text that says nothing at all').toString('base64'),
  ];
  for (const text of harmless) {
    assert.equal(redactor.redact(`it is ${text} .\n`), `it is ${text} .\n`);
    for (const size of [1, 64]) assert.equal(pass(`it is ${text} .\n`, size), `it is ${text} .\n`);
  }
});

test('a line that ends in a long word, or in a few numbers, passes at once', () => {
  const stream = redactor.openStream();
  for (const line of [
    `commit ${randomBytes(20).toString('hex')}\n`,
    'see https://example.org/a/rather/long/path/to/some/page\n',
    'at src/providers/ai-sdk/simulated-conversation-history.ts\n',
    'rows 12 45 33 100\n',
    "option 'a'\n",
    '2026-11-16T05:12:07.123Z\n',
  ]) {
    assert.equal(Buffer.from(stream.push(Buffer.from(line))).toString(), line);
  }
});

test('all of it is bounded: what is read for the sake of a text grows with the text, not with what is in it', () => {
  let nested = randomBytes(300).toString('base64');
  for (let depth = 0; depth < 3; depth += 1) {
    const part = Buffer.from(nested).toString('base64');
    nested = gzipSync(Array.from({ length: 300 }, () => part).join(' ')).toString('base64');
  }
  assert.match(redactor.redact(`it is ${nested} .`), /\[redacted\]/);
});
