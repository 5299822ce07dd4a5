import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { SecretRegistry } from '../../src/redaction/registry.ts';
import { findLeak } from './oracle.ts';
import { drawCharacters, makeRegistry } from './secrets.ts';

test('a secret that cannot be redacted is refused by its name, and its value stays unsaid', () => {
  const refused = {
    empty: '',
    short: drawCharacters('short', 11),
    spaces: `${drawCharacters('spaces', 8)}      `,
    repeated: 'abcabcabcabcabcabcabcabc',
    one: 'x'.repeat(40),
    counted: '1234567890123456',
    alphabet: 'abcdefghijklmnopqrstuvwxyz',
    word: 'password1234',
    accents: `${drawCharacters('accents', 20)}é`,
    control: `${drawCharacters('control', 20)}\n`,
  };
  for (const [name, secret] of Object.entries(refused)) {
    assert.throws(
      () => new SecretRegistry().register(name, secret),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, 'SECRET_UNSAFE');
        assert.match(error.message, new RegExp(name));
        assert.ok(secret.trim() === '' || !inspect(error).includes(secret.trim()), error.message);
        return true;
      },
    );
  }
});

test('a secret of twelve drawn characters is taken, in every alphabet that keys are made of', () => {
  for (let round = 0; round < 200; round += 1) {
    const drawn = drawCharacters(`taken ${round}`, 40);
    makeRegistry({ base64: drawn.slice(0, 12), long: drawn, hex: Buffer.from(drawn).toString('hex').slice(0, 32) });
  }
});

test('a secret has the first name that it was given', () => {
  const secret = drawCharacters('twice', 30);
  const registry = makeRegistry({ first: secret, second: secret });
  assert.equal(registry.redactor.redact(secret), '[redacted:first]');
});

test('a secret that is registered later is found from then on', () => {
  const registry = makeRegistry({ first: drawCharacters('first', 30) });
  const later = drawCharacters('later', 30);
  assert.equal(registry.redactor.redact(later), later);
  registry.register('later', later);
  assert.equal(registry.redactor.redact(later), '[redacted:later]');
});

test('keys in their real length are found whole, in base64 of base64, too', () => {
  const secret = `sk-ant-api03-${drawCharacters('long', 93)}AA`;
  const { redactor } = makeRegistry({ long: secret });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  for (const text of [secret, base64(secret), base64(base64(secret)), JSON.stringify([...Buffer.from(secret)])]) {
    assert.equal(findLeak(redactor.redact(`key: ${text}\n`), secret), null);
  }
});

test('without a secret, a registry lets everything pass', () => {
  const text = 'sk-ant-api03-whatever %41 \\u0041 &#65; 0x41';
  assert.equal(new SecretRegistry().redactor.redact(text), text);
});

test('nothing prints what is registered', () => {
  const secret = drawCharacters('printed', 40);
  const registry = makeRegistry({ named: secret });
  registry.redactor.redact('use it');
  const printed = `${inspect(registry, { depth: 9, showHidden: true })}${JSON.stringify(registry)}${inspect(registry.redactor, { depth: 9, showHidden: true })}`;
  assert.equal(findLeak(printed, secret), null);
});

test('the name of a secret cannot drive a terminal', () => {
  const secret = drawCharacters('name', 30);
  assert.equal(makeRegistry({ 'a\u001b[2Jb': secret }).redactor.redact(secret), '[redacted:a\\u001b[2Jb]');
});
