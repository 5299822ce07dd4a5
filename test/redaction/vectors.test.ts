import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLeak, isLeaking } from './oracle.ts';
import { makeRegistry, secrets } from './secrets.ts';
import { vectors } from './vectors.ts';

const { redactor } = makeRegistry();

const around: readonly (readonly [string, string])[] = [
  ['', ''],
  ['the key is: ', ' and nothing else\n'],
  ['{"a": "x', '"}\n'],
];

for (const [title, write] of Object.entries(vectors)) {
  test(`no secret can be read from: ${title}`, () => {
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(isLeaking(write(secret), secret), `${name}: the oracle reads it`);
      for (const [before, after] of around) {
        const redacted = redactor.redact(before + write(secret) + after);
        assert.equal(findLeak(redacted, secret), null, `${name}: ${redacted}`);
        assert.ok(redacted.startsWith(before) && redacted.endsWith(after), `${name}: ${redacted}`);
      }
    }
  });
}

test('what a provider shows of a key is hidden, too', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    const shown = [
      `${secret.slice(0, 18)}***${secret.slice(-4)}`,
      `${secret.slice(0, 18)}...${secret.slice(-10)}`,
      `${secret.slice(0, 20)}…`,
      `${secret.slice(0, 16)}••••••••••••${secret.slice(-4)}`,
    ];
    for (const text of shown) {
      const redacted = redactor.redact(`Incorrect API key provided: ${text}. You can find yours at`);
      assert.ok(!redacted.includes(secret.slice(8, 18)), redacted);
      assert.ok(!redacted.includes(secret.slice(-6)), redacted);
      assert.match(redacted, new RegExp(`^Incorrect API key provided: \\[redacted:${name}\\].*You can find yours at$`));
    }
  }
  const { odd = '' } = secrets;
  const redacted = redactor.redact(`wrong key: ${odd.slice(0, 8)}***${odd.slice(-4)}`);
  assert.equal(redacted, 'wrong key: [redacted:odd]');
});

test('parts of a secret on stdout and on stderr are hidden, each in its own stream', () => {
  for (const secret of Object.values(secrets)) {
    const streams = [redactor.openStream(), redactor.openStream()];
    const half = secret.length / 2;
    const out = streams.map((stream, at) => {
      const first = Buffer.from(stream.push(Buffer.from(secret.slice(at * half, (at + 1) * half))));
      return Buffer.concat([first, stream.push(Buffer.from('\n')), stream.end()]).toString();
    });
    assert.equal(findLeak(out.join(''), secret), null, out.join(''));
  }
});

test('the beginning of a secret at the very end is hidden from eight characters on', () => {
  const { google = '', odd = '' } = secrets;
  assert.equal(redactor.redact(`is: ${google.slice(6, 14)}`), 'is: [redacted:google]');
  assert.equal(redactor.redact(`is: ${odd.slice(0, 10)}\n`), 'is: [redacted:odd]\n');
  assert.equal(redactor.redact(`is: ${google.slice(6, 13)}`), `is: ${google.slice(6, 13)}`);
  assert.equal(redactor.redact(`is: ${google.slice(6, 17)} end`), `is: ${google.slice(6, 17)} end`);
});

test('what is public of a key is no secret', () => {
  const text = 'Keys begin with sk-ant-api03- or sk-proj- or AIzaSy and may hold T3BlbkFJ: sk-ant-api03-';
  assert.equal(redactor.redact(text), text);
});

test('text that follows from itself is no secret, also if a secret holds it', () => {
  const registry = makeRegistry({ runs: `Xq7-abcdefghijklmnopqrstuvwxyz0123456789-aaaaaaaaaaaaaaaa-9Kd2` });
  const text = 'abcdefghijklmnopqrstuvwxyz0123456789 aaaaaaaaaaaaaaaaaaaa';
  assert.equal(registry.redactor.redact(text), text);
});
