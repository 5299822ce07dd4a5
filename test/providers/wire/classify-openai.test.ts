import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TroubleKind } from '../../../src/model/exchange.ts';
import { type Case, classifyCase, now, openaiError } from './wire-bodies.ts';

const provider = 'openai';

/** Made up here, so that no scanner takes it for one. */
const key = `sk-${'Ab3'.repeat(12)}`;

const cases: readonly Case[] = [
  {
    title: 'requests: milliseconds win over seconds',
    provider,
    status: 429,
    headers: { 'retry-after-ms': '120', 'retry-after': '1', 'x-ratelimit-reset-requests': '6m0s' },
    body: openaiError(
      'requests',
      'rate_limit_exceeded',
      'Rate limit reached for gpt-5 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
    ),
    want: { kind: 'rate', retryAt: now + 120, isModelOnly: true, dimension: 'requests' },
  },
  {
    title: 'tokens: by the text alone',
    provider,
    status: 429,
    body: openaiError(
      'tokens',
      'rate_limit_exceeded',
      'Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 30000, Requested 1. Please try again in 6m0s.',
    ),
    want: { kind: 'rate', retryAt: now + 360_000, isModelOnly: true, dimension: 'tokens' },
  },
  ...[{}, { 'retry-after-ms': '1200' }].map((headers) => ({
    title: `a request that no minute has room for, ${JSON.stringify(headers)}`,
    provider: 'openai' as const,
    status: 429,
    headers,
    body: openaiError(
      'tokens',
      'rate_limit_exceeded',
      'Request too large for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Requested 36278. The input or output tokens must be reduced in order to run successfully.',
    ),
    want: { kind: 'request' as const, retryAt: null, isModelOnly: false },
  })),
  {
    title: 'an organisation of that name is not too parallel',
    provider,
    status: 429,
    body: openaiError(
      'tokens',
      'rate_limit_exceeded',
      'Limit of organization parallel-labs. Please try again in 20ms.',
    ),
    want: { kind: 'rate', retryAt: now + 20, dimension: 'tokens' },
  },
  {
    title: 'the time until all is replenished is no cooldown',
    provider,
    status: 429,
    headers: { 'x-ratelimit-reset-requests': '1h0m0s', 'x-ratelimit-remaining-requests': '0' },
    body: openaiError('requests', 'rate_limit_exceeded', 'Slower, please'),
    want: { kind: 'unknown-429', retryAt: null, dimension: 'requests' },
  },
  {
    title: "a day's limit that says no time",
    provider,
    status: 429,
    body: openaiError('requests', 'rate_limit_exceeded', 'Rate limit reached on requests per day (RPD): Limit 200.'),
    want: { kind: 'quota-day', retryAt: null, dimension: 'requests' },
  },
  ...[429, 503].map((status) => ({
    title: `too fast growth (${status})`,
    provider: 'openai' as const,
    status,
    headers: { 'retry-after': '9' },
    body: openaiError('rate_limit_error', 'slow_down', 'Please slow down'),
    want: { kind: 'accel' as const, retryAt: now + 9000 },
  })),
  ...[
    'credit_balance_exhausted',
    'organization_spend_limit_exceeded',
    'project_spend_limit_exceeded',
    'organization_usage_limit_exceeded',
    'insufficient_quota',
  ].map((code) => ({
    title: `money (${code})`,
    provider: 'openai' as const,
    status: 429,
    body: openaiError('insufficient_quota', code, 'You exceeded your current quota, please check your plan.'),
    want: { kind: 'quota' as const, retryAt: null, isModelOnly: false },
  })),
  {
    title: 'a short wait does not turn money into pace',
    provider,
    status: 429,
    headers: { 'retry-after': '2' },
    body: openaiError('insufficient_quota', 'insufficient_quota', 'You exceeded your current quota'),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: 'overload',
    provider,
    status: 503,
    body: openaiError('service_unavailable_error', 'server_is_overloaded', 'Our servers are overloaded'),
    want: { kind: 'overload', retryAt: null },
  },
  {
    title: 'who is not let in is not asked for money',
    provider,
    status: 401,
    body: openaiError('insufficient_quota', 'insufficient_quota', 'No'),
    want: { kind: 'auth' },
  },
  { title: 'an address that is not allowed', provider, status: 401, body: '', want: { kind: 'auth' } },
  {
    title: 'a country that is not served',
    provider,
    status: 403,
    body: openaiError('request_forbidden', 'unsupported_country_region_territory', 'Country not supported'),
    want: { kind: 'auth', isModelOnly: false },
  },
  {
    title: 'a model that the project may not use',
    provider,
    status: 403,
    body: openaiError('invalid_request_error', 'model_not_found', 'Project does not have access to model `gpt-x`'),
    want: { kind: 'auth', isModelOnly: true },
  },
  {
    title: 'a model that is not there',
    provider,
    status: 404,
    body: openaiError('invalid_request_error', 'model_not_found', 'The model `gpt-x` does not exist'),
    want: { kind: 'request', isModelOnly: true },
  },
  {
    title: 'the window of a subscription',
    provider,
    status: 429,
    body: {
      error: { type: 'usage_limit_reached', message: 'Limit reached', resets_at: now / 1000 + 90, plan_type: 'plus' },
    },
    want: { kind: 'quota-day', retryAt: now + 90_000 },
  },
  {
    title: 'a window that ends in so many seconds',
    provider,
    status: 429,
    body: { error: { type: 'usage_limit_reached', message: 'Limit reached', resets_in_seconds: 8000 } },
    want: { kind: 'quota-day', retryAt: now + 8_000_000 },
  },
];

for (const { title, want, ...reply } of cases) {
  test(`OpenAI, ${title}`, () => {
    const trouble = classifyCase(reply);
    assert.deepEqual({ ...trouble, ...want }, trouble);
  });
}

test('a refusal that repeats parts of the key passes none of it on', () => {
  const echo = `${key.slice(0, 8)}${'*'.repeat(20)}${key.slice(-4)}`;
  const message = `Incorrect API key provided: ${echo}. You can find your API key at https://platform.openai.com.`;
  const trouble = classifyCase({
    provider,
    status: 401,
    body: openaiError('invalid_request_error', 'invalid_api_key', message),
  });
  assert.equal(trouble.kind, 'auth');
  assert.equal(trouble.message, 'The provider refuses the credential (HTTP 401)');
});

test('an echo is hidden in other refusals, too', () => {
  for (const echo of [key, `${key.slice(0, 6)}***${key.slice(-4)}`, `Bearer ${key.slice(3)}`]) {
    const body = openaiError('invalid_request_error', null, `Something with ${echo} is wrong`);
    const { message } = classifyCase({ provider, status: 400, body });
    assert.equal(message, 'Something with [hidden] is wrong');
  }
});

test('statuses that say all themselves', () => {
  const kinds: Record<number, TroubleKind> = {
    301: 'request',
    400: 'request',
    404: 'request',
    408: 'transient',
    409: 'transient',
    422: 'request',
    429: 'unknown-429',
    500: 'transient',
    502: 'transient',
    503: 'overload',
    504: 'transient',
    522: 'transient',
    529: 'overload',
  };
  for (const [status, kind] of Object.entries(kinds)) {
    for (const body of ['', '<html><body>Bad</body></html>', '{"detail":"no"}', 'null', '[]', '"text"', '{"error":']) {
      assert.equal(classifyCase({ provider, status: Number(status), body }).kind, kind, `${status} ${body}`);
    }
  }
});
