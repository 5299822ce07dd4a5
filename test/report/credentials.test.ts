import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trouble } from '../../src/model/exchange.ts';
import { renderJson } from '../../src/model/text.ts';
import { type CredentialAccount, isRefused, type PoolAccount, showPool } from '../../src/report/credential-states.ts';
import { makeCredentialsJson, renderCredentials } from '../../src/report/credentials.ts';

const noon = Date.UTC(2026, 0, 2, 12);

const ready: CredentialAccount = {
  name: 'main',
  provider: 'anthropic',
  scope: 'org-1',
  state: 'ready',
  untilAt: null,
  reason: null,
  inUseBy: [],
  calls: 0,
  rejected: 0,
  usd: 0,
  measuredUsd: 0,
  guessedUsd: 0,
  tokens: 0,
  guessedTokens: 0,
  models: [],
};

const spent = { usd: 1.2345678, measuredUsd: 1.2345678 };
const unmeasured = { usd: null, measuredUsd: 0.25, guessedUsd: 0.54, guessedTokens: 36_000 };

const pool: PoolAccount = {
  credentials: [
    { ...ready, inUseBy: ['137', '138'], calls: 120, rejected: 1, ...spent, tokens: 45_000 },
    { ...ready, name: 'b', scope: 'b', state: 'cooling', untilAt: noon, reason: 'requests per minute', ...unmeasured },
    {
      ...ready,
      name: 'google-1',
      provider: 'google',
      scope: 'google-1',
      state: 'busy',
      inUseBy: ['1', '2', '3', '4', '5'],
      models: [{ model: 'pro', inFlight: 5, concurrency: 5, requestsPerMinute: null }],
    },
  ],
  providers: [
    { provider: 'anthropic', model: 'large', breaker: 'open', untilAt: noon },
    { provider: 'google', model: null, breaker: 'closed', untilAt: null },
  ],
  waiting: { drafter: 3, reviewer: 1, agent: 0 },
};

test('a person sees each credential in a row, and below what holds for more than one', () => {
  assert.deepEqual(renderCredentials(pool), [
    'NAME      PROVIDER   SCOPE     STATE    UNTIL                 IN USE BY              CALLS  429S      TOKENS           SPEND  WHY',
    'main      anthropic  org-1     ready    -                     137, 138                 120     1      45,000           $1.23',
    'b         anthropic  b         cooling  2026-01-02T12:00:00Z  -                          0     0  unmeasured  at least $0.25  requests per minute',
    'google-1  google     google-1  busy     -                     1, 2, 3, … and 2 more      0     0           0              $0',
    'b: calls that were not measured may have cost up to $0.54 and 36,000 tokens, which counts against its budget',
    'anthropic:large is overloaded: no calls until 2026-01-02T12:00:00Z',
    'waiting: 3 calls of drafter, 1 call of reviewer',
  ]);
});

test('a breaker that tries again says so, and an empty pool is no table', () => {
  const trying: PoolAccount = {
    ...pool,
    providers: [{ provider: 'openai', model: 'm', breaker: 'half-open', untilAt: null }],
  };
  assert.ok(renderCredentials(trying).includes('openai:m is overloaded: one call tries whether it is over'));
  assert.deepEqual(renderCredentials({ credentials: [], providers: [], waiting: {} }), ['no credentials']);
});

test('a key that was tried is told as it was answered', () => {
  const trouble: Trouble = {
    kind: 'auth',
    retryAt: null,
    isModelOnly: false,
    dimension: null,
    status: 401,
    message: 'the key is not valid',
  };
  const checked = [
    { name: 'main', trouble: null },
    { name: 'b', trouble },
  ];
  assert.deepEqual(renderCredentials(pool, checked).slice(-2), [
    'check main: the key works',
    'check b: the key is refused: the key is not valid',
  ]);
  const json = makeCredentialsJson(pool, checked);
  assert.ok(typeof json === 'object' && json !== null && 'checks' in json);
  assert.deepEqual(json.checks, [
    { name: 'main', isUsable: true, trouble: null, message: null },
    { name: 'b', isUsable: false, trouble: 'auth', message: 'the key is not valid' },
  ]);
});

test('a key is refused only by a provider that says so; of trouble on the way nothing is known', () => {
  const tell = (kind: 'quota' | 'transient' | 'overload' | 'rate' | 'request' | 'unreadable') => {
    const checked = { name: 'b', trouble: { kind, message: 'why' } };
    return [isRefused(checked), renderCredentials(pool, [checked]).at(-1)];
  };
  assert.deepEqual(tell('quota'), [true, 'check b: the account has nothing left: why']);
  assert.deepEqual(tell('request'), [false, 'check b: nobody knows (request): why']);
  assert.deepEqual(tell('unreadable'), [false, 'check b: the key cannot be read: why']);
  for (const kind of ['transient', 'overload', 'rate'] as const) {
    assert.deepEqual(tell(kind), [false, `check b: nobody knows, try again later (${kind}): why`]);
  }
});

test('what providers say cannot drive a terminal', () => {
  const hostile: PoolAccount = { ...pool, credentials: [{ ...ready, reason: '\u001b[2Jgone\nnew line' }] };
  assert.doesNotMatch(renderCredentials(hostile).join(''), /[\u001b\n]/);
});

test('a program gets all fields that are known, and no other; what was not measured is null', () => {
  const more = { ...pool, credentials: [{ ...ready, secret: 'x' }], secret: 'y' };
  const { credentials, providers, waiting } = pool;
  const amounts = [
    {
      tokens: 45_000,
      measuredTokens: 45_000,
      mostTokens: 45_000,
      usd: 1.234568,
      measuredUsd: 1.234568,
      mostUsd: 1.234568,
    },
    { tokens: null, measuredTokens: 0, mostTokens: 36_000, usd: null, measuredUsd: 0.25, mostUsd: 0.79 },
    { tokens: 0, measuredTokens: 0, mostTokens: 0, usd: 0, measuredUsd: 0, mostUsd: 0 },
  ];
  assert.deepEqual(makeCredentialsJson(pool), {
    schemaVersion: 1,
    credentials: credentials.map(({ guessedUsd: _, guessedTokens: __, ...one }, at) => ({ ...one, ...amounts[at] })),
    providers,
    waiting,
    checks: [],
  });
  assert.doesNotMatch(renderJson(makeCredentialsJson(more)), /secret/);
});

test('of calls at an unknown price nobody says what they may have cost', () => {
  const unpriced = { ...pool, credentials: [{ ...ready, usd: null, tokens: 1200 }] };
  const lines = renderCredentials(unpriced);
  assert.match(lines[1] ?? '', / 1,200 {2}unmeasured$/);
  assert.equal(lines[2], 'main: calls that were not measured may have cost what nobody knows');
  assert.match(renderJson(makeCredentialsJson(unpriced)), /"mostUsd": null/);
});

test('a credential without its key is not ready, and one whose program nobody ran was not tried', () => {
  const names = ['gone', 'program', 'busy-program'];
  const three = names.map(
    (name) => ({ ...ready, name, state: name === 'busy-program' ? 'cooling' : 'ready' }) as const,
  );
  const keys = new Map([
    ['gone', { kind: 'unreadable', message: 'credential gone: GONE is not set' }],
    ['program', { kind: 'not-tried' }],
    ['busy-program', { kind: 'not-tried' }],
  ] as const);
  const shown = showPool({ ...pool, credentials: three }, keys).credentials;
  assert.deepEqual(
    shown.map(({ state, reason }) => [state, reason]),
    [
      ['unreadable', 'GONE is not set'],
      ['not tried', null],
      ['cooling', null],
    ],
  );
});

test('what trying a key has shown counts more than what the pool remembers', () => {
  const trouble = (kind: 'auth' | 'quota' | 'transient') => ({ kind, message: 'no' });
  const checked = [
    { name: 'main', trouble: trouble('auth') },
    { name: 'b', trouble: trouble('quota') },
    { name: 'google-1', trouble: trouble('transient') },
  ];
  const states = showPool(pool, new Map(), checked).credentials.map(({ state }) => state);
  assert.deepEqual(states, ['disabled', 'exhausted', 'busy']);
});
