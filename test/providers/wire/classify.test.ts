import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { wireProviders } from '../../../src/model/credential.ts';
import { classify, classifyNetwork, classifyStreamEvent } from '../../../src/providers/wire/classify.ts';
import { anthropicError, classifyCase, googleError, now, openaiError, quotaFailure, violation } from './wire-bodies.ts';

const dayMs = 86_400_000;
const silent = openaiError('rate_limit_error', null, 'Slower');

/** What a header alone makes of an Anthropic 429: there the header decides. */
function classifyHeader(name: string, value: string) {
  return classifyCase({
    provider: 'anthropic',
    status: 429,
    headers: { [name]: value },
    body: anthropicError('rate_limit_error', 'No'),
  });
}

test('a wait can be seconds, a part of a second, or a date', () => {
  const date = new Date(now + 90_000).toUTCString();
  assert.equal(classifyHeader('retry-after', '0').retryAt, now);
  assert.equal(classifyHeader('retry-after', '1.5').retryAt, now + 1500);
  assert.equal(classifyHeader('retry-after', ' 7 ').retryAt, now + 7000);
  assert.equal(classifyHeader('retry-after', date).retryAt, now + 90_000);
  assert.equal(classifyHeader('retry-after-ms', '333').retryAt, now + 333);
});

test("a date is read by the provider's own clock, unless that is far off", () => {
  const at = (ms: number) => new Date(now + ms).toUTCString();
  const ask = (date: string) =>
    classifyCase({ provider: 'openai', status: 429, headers: { date, 'retry-after': at(90_000) }, body: silent })
      .retryAt;
  assert.equal(ask(at(60_000)), now + 30_000);
  assert.equal(ask(at(-60_000)), now + 150_000);
  assert.equal(ask(at(-3 * dayMs)), now + 90_000);
});

test('nonsense in headers is harmless: the credential rests a little, and is not given up', () => {
  const nonsense = [
    '-1',
    'NaN',
    'Infinity',
    '',
    ' ',
    '1e9',
    '1000000000',
    '0x10',
    'soon',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '99'.repeat(40),
  ];
  for (const value of nonsense) {
    const trouble = classifyHeader('retry-after', value);
    assert.deepEqual([trouble.kind, trouble.retryAt], ['unknown-429', null], JSON.stringify(value));
  }
});

test('what one header does not say, the next may', () => {
  const headers = { 'retry-after-ms': '-1', 'retry-after': 'NaN' };
  const body = openaiError('requests', null, 'Please try again in 6.5s.');
  assert.equal(classifyCase({ provider: 'openai', status: 429, headers, body }).retryAt, now + 6500);
});

test('a wait of more than 31 days is only believed where money is short', () => {
  const headers = { 'retry-after': String((40 * dayMs) / 1000) };
  const money = openaiError('insufficient_quota', 'insufficient_quota', 'No');
  assert.equal(classifyCase({ provider: 'openai', status: 429, headers, body: silent }).retryAt, null);
  assert.equal(classifyCase({ provider: 'openai', status: 429, headers, body: money }).retryAt, now + 40 * dayMs);
});

test("Google's day ends at midnight in California, in winter and in summer", () => {
  const body = JSON.stringify(
    googleError(429, 'RESOURCE_EXHAUSTED', 'No', [quotaFailure(violation('RequestsPerDay'))]),
  );
  const ask = (at: number) => classify('google', { status: 429, headers: {}, body }, at).retryAt;
  assert.equal(ask(Date.UTC(2026, 6, 1, 6, 59)), Date.UTC(2026, 6, 1, 7));
  assert.equal(ask(Date.UTC(2026, 6, 1, 7)), Date.UTC(2026, 6, 2, 7));
  assert.equal(ask(Date.UTC(2026, 11, 31, 23)), Date.UTC(2027, 0, 1, 8));
  // The clocks go back on 1 November 2026 and forward on 14 March 2027, both at two in the morning.
  assert.equal(ask(Date.UTC(2026, 10, 1, 7, 30)), Date.UTC(2026, 10, 2, 8));
  assert.equal(ask(Date.UTC(2027, 2, 14, 8, 30)), Date.UTC(2027, 2, 15, 7));
});

test('a spend limit of December lasts until January', () => {
  const body = JSON.stringify(anthropicError('rate_limit_error', 'No', { error_code: 'enforced_spend_limit_reached' }));
  const trouble = classify('anthropic', { status: 429, headers: {}, body }, Date.UTC(2026, 11, 31, 23, 59));
  assert.equal(trouble.retryAt, Date.UTC(2027, 0, 1));
});

test('a message is one short line that cannot drive a terminal', () => {
  const body = openaiError(null, null, `two\nlines\u001b[31m and\u202e ${'long '.repeat(1000)}👍`);
  const { message } = classifyCase({ provider: 'openai', status: 400, body });
  assert.match(message, /^two lines\\u001b\[31m and\\u202e long /);
  assert.ok(message.length <= 300 && message.endsWith('…'));
});

test('whatever a reply holds, it is classified, and no wait is past or absurd', () => {
  const words = ['retry-after', 'retry-after-ms', 'x-ratelimit-reset', 'anthropic-ratelimit-unified-reset', 'date'];
  const values = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((at) => at.toUTCString()),
  );
  const headers = fc.dictionary(fc.constantFrom(...words), values);
  const names = fc.constantFrom(
    'error',
    'message',
    'type',
    'code',
    'details',
    'detail',
    'violations',
    'retryDelay',
    'status',
    'resets_at',
    'metadata',
    'raw',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.constantFrom('1e9s', '-5s', 'insufficient_quota', 'limit: 0', 'try again in 9h'),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  const reply = fc.record({
    status: fc.integer({ min: 300, max: 599 }),
    headers,
    body: fc.oneof(
      tree.map((data) => JSON.stringify(data)),
      fc.string(),
    ),
  });
  fc.assert(
    fc.property(fc.constantFrom(...wireProviders), reply, (provider, wire) => {
      const trouble = classify(provider, wire, now);
      assert.ok(trouble.retryAt === null || (trouble.retryAt >= now && trouble.retryAt <= now + 367 * dayMs));
      assert.ok(trouble.message !== '' && trouble.message.length <= 300);
      assert.equal(trouble.status, wire.status);
    }),
    { numRuns: 3000, seed: 4 },
  );
});

test('an error inside a stream means what it would have meant as a reply', () => {
  const ask = (provider: (typeof wireProviders)[number], data: unknown) =>
    classifyStreamEvent(provider, data, now)?.kind;
  assert.equal(ask('anthropic', anthropicError('overloaded_error', 'Overloaded')), 'overload');
  assert.equal(ask('anthropic', anthropicError('rate_limit_error', 'Slower')), 'unknown-429');
  assert.equal(ask('anthropic', anthropicError('billing_error', 'No')), 'quota');
  assert.equal(ask('anthropic', anthropicError('authentication_error', 'No')), 'auth');
  assert.equal(ask('anthropic', anthropicError('invalid_request_error', 'Your credit balance is too low')), 'quota');
  assert.equal(ask('anthropic', anthropicError('api_error', 'Internal')), 'transient');
  assert.equal(
    ask('openai', { type: 'error', error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'No' } }),
    'quota',
  );
  assert.equal(
    ask('openai', { type: 'error', code: 'rate_limit_exceeded', message: 'Please try again in 3s', param: null }),
    'rate',
  );
  assert.equal(ask('openai', { type: 'error', code: 'server_error', message: 'Sorry', param: null }), 'transient');
  const failed = (code: string) => ({
    type: 'response.failed',
    response: { status: 'failed', error: { code, message: 'No' } },
  });
  assert.equal(ask('openai', failed('server_error')), 'transient');
  assert.equal(ask('openai', failed('server_is_overloaded')), 'overload');
  assert.equal(ask('openai', failed('rate_limit_exceeded')), 'unknown-429');
  assert.equal(ask('openai', failed('invalid_prompt')), 'request');
  assert.equal(ask('openai-compatible', { error: { code: 502, message: 'Upstream' } }), 'transient');
  assert.equal(
    ask('openai-compatible', { id: 'x', choices: [], error: { code: 429, message: 'Try again in 2s' } }),
    'rate',
  );
  assert.equal(ask('openai-compatible', { error: 'Something broke' }), 'transient');
  assert.equal(ask('google', googleError(503, 'UNAVAILABLE', 'Overloaded')), 'overload');
  assert.equal(ask('google', [googleError(429, 'RESOURCE_EXHAUSTED', 'Please retry in 2s')]), 'rate');
});

test('an error inside a stream has the status of the stream, and says when', () => {
  const trouble = classifyStreamEvent(
    'openai',
    { type: 'error', code: 'rate_limit_exceeded', message: 'Please try again in 3s' },
    now,
  );
  assert.deepEqual([trouble?.status, trouble?.retryAt, trouble?.message], [200, now + 3000, 'Please try again in 3s']);
});

test('ordinary events of a stream are no trouble', () => {
  const ordinary: unknown[] = [
    { type: 'message_start', message: { model: 'x', error: null } },
    { type: 'response.completed', response: { error: null, status: 'completed' } },
    { type: 'response.incomplete', response: { error: null, status: 'incomplete' } },
    { choices: [{ delta: { content: 'error' } }], error: null },
    { candidates: [] },
    null,
    'error',
    [],
    7,
  ];
  for (const data of ordinary) assert.equal(classifyStreamEvent('openai', data, now), null, JSON.stringify(data));
});

test('network trouble is told by its code alone: its words may hold what was sent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  await new Promise((resolve) => server.close(resolve));
  const error: unknown = await fetch(`http://127.0.0.1:${address.port}/?key=x`).catch((caught: unknown) => caught);
  const trouble = classifyNetwork(error);
  assert.equal(trouble.message, 'The connection to the provider failed (ECONNREFUSED)');
  assert.deepEqual([trouble.kind, trouble.status, trouble.retryAt], ['transient', null, null]);
  for (const odd of [undefined, null, 'x', new Error('secret'), { code: 'secret words' }, { code: 7 }]) {
    assert.equal(classifyNetwork(odd).message, 'The connection to the provider failed');
  }
  assert.equal(
    classifyNetwork(AbortSignal.abort().reason).message,
    'The connection to the provider failed (AbortError)',
  );
});
