import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trouble } from '../../src/model/exchange.ts';
import type { CredentialSnapshot, PoolSnapshot } from '../../src/model/pool-snapshot.ts';
import { renderJson } from '../../src/model/text.ts';
import { isRefused, makeCredentialsJson, renderCredentials } from '../../src/report/credentials.ts';

const noon = Date.UTC(2026, 0, 2, 12);

const ready: CredentialSnapshot = {
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
  tokens: 0,
  models: [],
};

const pool: PoolSnapshot = {
  credentials: [
    { ...ready, inUseBy: ['137', '138'], calls: 120, rejected: 1, usd: 1.2345678, tokens: 45_000 },
    { ...ready, name: 'b', scope: 'b', state: 'cooling', untilAt: noon, reason: 'requests per minute', usd: null },
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
    { provider: 'anthropic', breaker: 'open', untilAt: noon },
    { provider: 'google', breaker: 'closed', untilAt: null },
  ],
  waiting: { drafter: 3, reviewer: 1, agent: 0 },
};

test('a person sees each credential in a row, and below what holds for more than one', () => {
  assert.deepEqual(renderCredentials(pool), [
    'NAME      PROVIDER   SCOPE     STATE    UNTIL                 IN USE BY              CALLS  429S  TOKENS         SPEND  WHY',
    'main      anthropic  org-1     ready    -                     137, 138                 120     1   45000         $1.23',
    'b         anthropic  b         cooling  2026-01-02T12:00:00Z  -                          0     0       0  not measured  requests per minute',
    'google-1  google     google-1  busy     -                     1, 2, 3, … and 2 more      0     0       0            $0',
    'anthropic is overloaded: no calls until 2026-01-02T12:00:00Z',
    'waiting: 3 calls of drafter, 1 call of reviewer',
  ]);
});

test('a breaker that tries again says so, and an empty pool is no table', () => {
  const trying: PoolSnapshot = { ...pool, providers: [{ provider: 'openai', breaker: 'half-open', untilAt: null }] };
  assert.ok(renderCredentials(trying).includes('openai is overloaded: one call tries whether it is over'));
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
  const tell = (kind: 'quota' | 'transient' | 'overload' | 'rate' | 'unreadable') => {
    const checked = { name: 'b', trouble: { kind, message: 'why' } };
    return [isRefused(checked), renderCredentials(pool, [checked]).at(-1)];
  };
  assert.deepEqual(tell('quota'), [true, 'check b: the account has nothing left: why']);
  assert.deepEqual(tell('unreadable'), [false, 'check b: the key cannot be read: why']);
  for (const kind of ['transient', 'overload', 'rate'] as const) {
    assert.deepEqual(tell(kind), [false, `check b: nobody knows, try again later (${kind}): why`]);
  }
});

test('what providers say cannot drive a terminal', () => {
  const hostile: PoolSnapshot = { ...pool, credentials: [{ ...ready, reason: '\u001b[2Jgone\nnew line' }] };
  assert.doesNotMatch(renderCredentials(hostile).join(''), /[\u001b\n]/);
});

test('a program gets all fields that are known, and no other', () => {
  const more = { ...pool, credentials: [{ ...ready, secret: 'x' }], secret: 'y' };
  const { credentials, providers, waiting } = pool;
  assert.deepEqual(makeCredentialsJson(pool), {
    schemaVersion: 1,
    credentials: credentials.map((one) => ({ ...one, usd: one.usd === null ? null : Math.round(one.usd * 1e6) / 1e6 })),
    providers,
    waiting,
    checks: [],
  });
  assert.doesNotMatch(renderJson(makeCredentialsJson(more)), /secret/);
});
