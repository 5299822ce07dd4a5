import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicError, type Case, classifyCase, now } from './wire-bodies.ts';

const provider = 'anthropic';
const rateText =
  "This request would exceed your organization's rate limit of 30,000 input tokens per minute (model: claude-x)";

const cases: readonly Case[] = [
  {
    title: 'rate: by retry-after, with the dimension and the model',
    provider,
    status: 429,
    headers: { 'retry-after': '17', 'anthropic-ratelimit-input-tokens-remaining': '0' },
    body: anthropicError('rate_limit_error', rateText),
    want: { kind: 'rate', retryAt: now + 17_000, isModelOnly: true, dimension: 'input-tokens', status: 429 },
  },
  ...[
    { remaining: '30000', want: { kind: 'request' as const } },
    { remaining: '29000', want: { kind: 'rate' as const, retryAt: now + 17_000 } },
  ].map(({ remaining, want }) => ({
    title: `more than is left of a minute's tokens, with ${remaining} of 30000 left`,
    provider: 'anthropic' as const,
    status: 429,
    headers: {
      'retry-after': '17',
      'anthropic-ratelimit-input-tokens-limit': '30000',
      'anthropic-ratelimit-input-tokens-remaining': remaining,
    },
    body: anthropicError('rate_limit_error', rateText),
    want,
  })),
  {
    title: 'rate: the one limit that is empty is the one that was met',
    provider,
    status: 429,
    headers: {
      'retry-after': '3',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-tokens-remaining': '9000',
    },
    body: anthropicError('rate_limit_error', 'Too many'),
    want: { kind: 'rate', retryAt: now + 3000, isModelOnly: false, dimension: 'requests' },
  },
  {
    title: 'ramp',
    provider,
    status: 429,
    headers: { 'retry-after': '30' },
    body: anthropicError('rate_limit_error', 'Growing too fast', { error_code: 'ramp_limit_exceeded' }),
    want: { kind: 'accel', retryAt: now + 30_000 },
  },
  {
    title: 'ramp that does not say when is still a ramp',
    provider,
    status: 429,
    body: anthropicError('rate_limit_error', 'Growing too fast', { error_code: 'ramp_limit_exceeded' }),
    want: { kind: 'accel', retryAt: null },
  },
  {
    title: 'spend tier: until the first of next month',
    provider,
    status: 429,
    body: anthropicError('rate_limit_error', 'Spend limit', { error_code: 'enforced_spend_limit_reached' }),
    want: { kind: 'quota', retryAt: Date.UTC(2026, 11, 1), isModelOnly: false },
  },
  {
    title: 'a model that needs credits',
    provider,
    status: 429,
    body: anthropicError('rate_limit_error', 'Buy credits', { error_code: 'credits_required', model: 'claude-x' }),
    want: { kind: 'quota', retryAt: null, isModelOnly: true },
  },
  {
    title: '429 without retry-after is money',
    provider,
    status: 429,
    headers: { 'anthropic-organization-id': 'org-x' },
    body: anthropicError('rate_limit_error', 'Limit reached'),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: '429 without retry-after of a server that only speaks like it is none',
    provider,
    status: 429,
    body: anthropicError('rate_limit_error', 'Rate limit reached for requests'),
    want: { kind: 'unknown-429', retryAt: null },
  },
  ...['Extra usage is', 'Usage credits are'].map((what) => ({
    title: `${what} required for this one request, which is too long`,
    provider: 'anthropic' as const,
    status: 429,
    headers: { 'anthropic-organization-id': 'org-x' },
    body: anthropicError('rate_limit_error', `${what} required for long context requests.`),
    want: { kind: 'request' as const },
  })),
  {
    title: 'overload',
    provider,
    status: 529,
    body: anthropicError('overloaded_error', 'Overloaded'),
    want: { kind: 'overload', retryAt: null, message: 'Overloaded' },
  },
  {
    title: 'overload that says when',
    provider,
    status: 529,
    headers: { 'retry-after': '8' },
    body: anthropicError('overloaded_error', 'Overloaded'),
    want: { kind: 'overload', retryAt: now + 8000 },
  },
  {
    title: 'billing',
    provider,
    status: 402,
    body: anthropicError('billing_error', 'There is an issue with your billing'),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: 'no credit, told as a wrong request',
    provider,
    status: 400,
    body: anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    want: { kind: 'quota', retryAt: null },
  },
  ...['', 'workspace '].map((whose) => ({
    title: `a ${whose}limit that people have set themselves, told as a wrong request`,
    provider: 'anthropic' as const,
    status: 400,
    body: anthropicError(
      'invalid_request_error',
      `You have reached your specified ${whose}API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.`,
    ),
    want: { kind: 'quota' as const, retryAt: Date.UTC(2026, 11, 1), isModelOnly: false },
  })),
  {
    title: 'such a limit that does not say until when',
    provider,
    status: 400,
    body: anthropicError('invalid_request_error', 'You have reached your specified API usage limits.'),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: 'a wrong request',
    provider,
    status: 400,
    body: anthropicError('invalid_request_error', 'max_tokens: Field required'),
    want: { kind: 'request', message: 'max_tokens: Field required' },
  },
  {
    title: 'an organisation that was switched off, which comes as a wrong request',
    provider,
    status: 400,
    body: anthropicError('invalid_request_error', 'This organization has been disabled.'),
    want: {
      kind: 'auth',
      isModelOnly: false,
      message: 'The provider has disabled the organisation of the credential (HTTP 400)',
    },
  },
  {
    title: 'auth',
    provider,
    status: 401,
    body: anthropicError('authentication_error', 'invalid x-api-key'),
    want: { kind: 'auth', isModelOnly: false },
  },
  {
    title: 'permission is about the model',
    provider,
    status: 403,
    body: anthropicError('permission_error', 'Your API key does not have permission to use the specified resource'),
    want: { kind: 'auth', isModelOnly: true },
  },
  ...['organization_on_hold', 'claude_code_key_creator_not_member'].map((code) => ({
    title: `${code}, told as a wrong request`,
    provider: 'anthropic' as const,
    status: 400,
    body: anthropicError('invalid_request_error', 'Not now', { error_code: code }),
    want: { kind: 'auth' as const, isModelOnly: false },
  })),
  {
    title: 'the window of a subscription',
    provider,
    status: 429,
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(now / 1000 + 7200),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    },
    body: anthropicError('rate_limit_error', 'Usage limit'),
    want: { kind: 'quota-day', retryAt: now + 7_200_000 },
  },
  {
    title: 'a wait of more than ten minutes is no pace',
    provider,
    status: 429,
    headers: { 'retry-after': '3600' },
    body: anthropicError('rate_limit_error', 'Later'),
    want: { kind: 'quota-day', retryAt: now + 3_600_000 },
  },
  {
    title: 'too many connections at once',
    provider,
    status: 429,
    body: anthropicError('rate_limit_error', 'Number of concurrent connections has exceeded your rate limit.'),
    want: { kind: 'concurrency', retryAt: null },
  },
  {
    title: 'a server error',
    provider,
    status: 500,
    body: anthropicError('api_error', 'Internal server error'),
    want: { kind: 'transient' },
  },
  {
    title: 'a request that is too large',
    provider,
    status: 413,
    body: anthropicError('request_too_large', 'Request exceeds the maximum size'),
    want: { kind: 'request' },
  },
];

for (const { title, want, ...reply } of cases) {
  test(`Anthropic, ${title}`, () => {
    const trouble = classifyCase(reply);
    assert.deepEqual({ ...trouble, ...want }, trouble);
  });
}
