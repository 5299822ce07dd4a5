import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError } from '../../src/redaction/describe-error.ts';
import { redactData } from '../../src/redaction/redact-data.ts';
import { findLeak } from './oracle.ts';
import { makeRegistry, secrets } from './secrets.ts';

const { redactor } = makeRegistry();
const { openai = '' } = secrets;
const redact = (text: string) => redactor.redact(text);

test('every text in plain data is redacted, names of properties too', () => {
  const data = {
    kind: 'call-failed',
    at: 12,
    isFinal: true,
    none: null,
    message: `Incorrect API key: ${openai}`,
    nested: [{ list: [openai, 'fine'] }, new Map([[openai, openai]]), new Set([openai])],
    [openai]: { url: new URL(`https://host/?key=${encodeURIComponent(openai)}`), bytes: Buffer.from(openai) },
  };
  const redacted = redactData<unknown>(data, redact);
  assert.deepEqual(redacted, {
    kind: 'call-failed',
    at: 12,
    isFinal: true,
    none: null,
    message: 'Incorrect API key: [redacted:openai]',
    nested: [
      { list: ['[redacted:openai]', 'fine'] },
      new Map([['[redacted:openai]', '[redacted:openai]']]),
      new Set(['[redacted:openai]']),
    ],
    '[redacted:openai]': {
      url: 'https://host/?key=[redacted:openai]',
      bytes: Uint8Array.from(Buffer.from('[redacted:openai]')),
    },
  });
});

test('data without a secret is the same object', () => {
  const data = {
    when: new Date(0),
    bytes: Uint8Array.of(1, 2),
    url: new URL('https://host/'),
    list: [1, 'a', { b: undefined }],
  };
  assert.equal(redactData(data, redact), data);
});

test('data that holds itself comes to an end', () => {
  const data: Record<string, unknown> = { text: openai };
  data['self'] = data;
  assert.deepEqual(redactData<unknown>(data, redact), { text: '[redacted:openai]', self: '[circular]' });
});

test('an error in data becomes redacted text', () => {
  const redacted = redactData<{ error: unknown }>({ error: new Error(`no: ${openai}`, { cause: openai }) }, redact);
  assert.equal(typeof redacted.error, 'string');
  assert.equal(findLeak(String(redacted.error), openai), null);
  assert.match(String(redacted.error), /no: \[redacted:openai\]/);
});

test('an error is described with its causes and all errors that it stands for', () => {
  const retries = Object.assign(new Error('gave up'), { errors: [new Error('first')], lastError: new Error('last') });
  const error = new AggregateError([new Error('one'), retries], 'all failed', {
    cause: new Error('deep', { cause: 'root' }),
  });
  const text = describeError(error);
  for (const word of ['all failed', 'one', 'gave up', 'first', 'last', 'deep', 'root'])
    assert.match(text, new RegExp(word));
});

test('whatever is thrown can be described', () => {
  const loop: Error & { cause?: unknown } = new Error('loop');
  loop.cause = loop;
  const hostile = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('no');
    },
  });
  assert.match(describeError(loop), /loop/);
  assert.equal(describeError(hostile), 'an error that cannot be described');
  assert.equal(describeError(undefined), 'undefined');
  assert.equal(describeError({ status: 401 }), '{"status":401}');
});
