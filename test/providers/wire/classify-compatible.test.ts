import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, classifyCase, now, openaiError } from './wire-bodies.ts';

const provider = 'openai-compatible';

const cases: readonly Case[] = [
  {
    title: 'DeepSeek without balance',
    provider,
    status: 402,
    body: openaiError('unknown_error', 'invalid_request_error', 'Insufficient Balance'),
    want: { kind: 'quota', retryAt: null },
  },
  ...['Insufficient balance or no resource package. Please recharge.', '余额不足或无可用资源包,请充值。'].map(
    (message) => ({
      title: `GLM without balance (${message})`,
      provider: 'openai-compatible' as const,
      status: 429,
      body: { error: { code: '1113', message } },
      want: { kind: 'quota' as const, retryAt: null, message },
    }),
  ),
  {
    title: 'GLM without balance, as it speaks like Anthropic',
    provider: 'anthropic',
    status: 429,
    body: { type: 'error', error: { type: 'rate_limit_error', code: '1113', message: '[1113][Insufficient balance]' } },
    want: { kind: 'quota', retryAt: null },
  },
  ...[429, 403].map((status) => ({
    title: `xAI without credits (${status})`,
    provider: 'openai-compatible' as const,
    status,
    body: {
      code: 'Some resource has been exhausted',
      error: 'Your team x has either used all available credits or reached its monthly spending limit.',
    },
    want: { kind: 'quota' as const, retryAt: null },
  })),
  {
    title: 'DashScope in arrears, told as a wrong request',
    provider,
    status: 400,
    body: openaiError('Arrearage', 'Arrearage', 'Access denied, please make sure your account is in good standing.'),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: 'Fireworks without money',
    provider,
    status: 412,
    body: openaiError(
      'error',
      'PRECONDITION_FAILED',
      'Account x is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices.',
    ),
    want: { kind: 'quota', retryAt: null },
  },
  {
    title: 'Groq, an organisation that is locked, told as a wrong request',
    provider,
    status: 400,
    body: openaiError('invalid_request_error', 'organization_restricted', 'Organization has been restricted.'),
    want: { kind: 'auth', isModelOnly: false },
  },
  ...[429, 403].map((status) => ({
    title: `Moonshot without balance (${status})`,
    provider: 'openai-compatible' as const,
    status,
    body: { error: { type: 'exceeded_current_quota_error', message: 'Your account is not active' } },
    want: { kind: 'quota' as const, retryAt: null },
  })),
  ...(
    [
      [404, '<!DOCTYPE html><html>Not Found</html>', 'HTTP 404 without an explanation: is the base URL right?'],
      [404, '404 page not found\n', '404 page not found: is the base URL right?'],
      [405, { detail: 'Method Not Allowed' }, 'Method Not Allowed: is the base URL right?'],
      [404, openaiError('NotFoundError', null, 'The model `x` does not exist.'), 'The model `x` does not exist.'],
    ] as const
  ).map(([status, body, message]) => ({
    title: `nothing at this path, or no model: ${message}`,
    provider: 'openai-compatible' as const,
    status,
    body,
    want: { kind: 'request' as const, message },
  })),
  { title: 'DeepSeek with a 429 and nothing else', provider, status: 429, body: '', want: { kind: 'unknown-429' } },
  { title: 'DeepSeek under load', provider, status: 503, body: 'Server overloaded', want: { kind: 'overload' } },
  {
    title: 'Groq',
    provider,
    status: 429,
    headers: { 'retry-after': '8', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '7.66s' },
    body: openaiError(
      'tokens',
      'rate_limit_exceeded',
      'Rate limit reached for model `llama` in organization `org_x` on tokens per minute (TPM): Limit 6000. Please try again in 7.66s.',
    ),
    want: { kind: 'rate', retryAt: now + 8000, dimension: 'tokens' },
  },
  {
    title: 'Azure',
    provider,
    status: 429,
    headers: { 'retry-after-ms': '1250', 'retry-after': '2', 'x-ratelimit-remaining-requests': '-1' },
    body: { error: { code: '429', message: 'Rate limit is exceeded. Try again in 2 seconds.' } },
    want: { kind: 'rate', retryAt: now + 1250 },
  },
  {
    title: 'Azure, by the text',
    provider,
    status: 429,
    body: {
      error: { code: '429', message: 'Requests have exceeded the token rate limit. Please retry after 26 seconds.' },
    },
    want: { kind: 'rate', retryAt: now + 26_000 },
  },
  ...['openrouter_credits', 'openrouter_key_limit'].map((limit_source) => ({
    title: `OpenRouter without money (${limit_source})`,
    provider: 'openai-compatible' as const,
    status: 402,
    body: { error: { code: 402, message: 'Insufficient credits', metadata: { limit_source } } },
    want: { kind: 'quota' as const, retryAt: null },
  })),
  {
    title: 'OpenRouter with the window of a day',
    provider,
    status: 429,
    headers: { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 40_000_000) },
    body: { error: { code: 429, message: 'Rate limit exceeded: free-models-per-day' } },
    want: { kind: 'quota-day', retryAt: now + 40_000_000 },
  },
  {
    title: 'OpenRouter with what was said behind it',
    provider,
    status: 429,
    body: {
      error: { code: 429, message: 'Provider returned error', metadata: { raw: 'Busy, please try again in 4s' } },
    },
    want: { kind: 'rate', retryAt: now + 4000, message: 'Provider returned error: Busy, please try again in 4s' },
  },
  {
    title: 'OpenRouter with an input that it does not like',
    provider,
    status: 403,
    body: {
      error: { code: 403, message: 'Input was flagged', metadata: { reasons: ['violence'], flagged_input: 'x' } },
    },
    want: { kind: 'request' },
  },
  {
    title: 'an input that was flagged, by the text alone',
    provider,
    status: 403,
    body: openaiError(null, null, 'Your input was flagged by moderation'),
    want: { kind: 'request' },
  },
  ...[400, 429].map((status) => ({
    title: `LiteLLM with a budget that is spent (${status})`,
    provider: 'openai-compatible' as const,
    status,
    body: openaiError(
      'budget_exceeded',
      String(status),
      'Budget has been exceeded! Current cost: 10.51, Max budget: 10.0',
    ),
    want: { kind: 'quota' as const, retryAt: null },
  })),
  {
    title: 'Scaleway: phrases that contradict each other prove nothing',
    provider,
    status: 429,
    body: {
      status: 429,
      error: 'INSUFFICIENT QUOTA',
      message: 'You exceeded your current quota of concurrent requests',
    },
    want: { kind: 'unknown-429', retryAt: null },
  },
  {
    title: 'Ollama with a full queue',
    provider,
    status: 503,
    body: { error: 'server busy, please try again.  maximum pending requests exceeded' },
    want: { kind: 'concurrency', retryAt: null },
  },
  {
    title: 'too many at once',
    provider,
    status: 429,
    body: { error: { message: 'Too many parallel requests', type: 'max_parallel_requests' } },
    want: { kind: 'concurrency' },
  },
  {
    title: 'FastAPI',
    provider,
    status: 429,
    body: { detail: 'Rate limit exceeded, try again in 1m30s' },
    want: { kind: 'rate', retryAt: now + 90_000, message: 'Rate limit exceeded, try again in 1m30s' },
  },
  {
    title: 'FastAPI with a list',
    provider,
    status: 422,
    body: { detail: [{ loc: ['body', 'model'], msg: 'field required', type: 'value_error' }] },
    want: { kind: 'request', message: 'field required' },
  },
  {
    title: 'a page instead of an error',
    provider,
    status: 502,
    body: '<html><head><title>502 Bad Gateway</title></head></html>',
    want: { kind: 'transient', message: 'HTTP 502 without an explanation' },
  },
  {
    title: 'a firewall that minds a word of the request',
    provider: 'anthropic',
    status: 403,
    body: '<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>',
    want: { kind: 'request', message: 'HTTP 403 from a firewall on the way, which refuses the request' },
  },
  {
    title: 'a firewall whose page cannot be read',
    provider,
    status: 403,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'content-encoding': 'gzip' },
    body: 'HTTP 403, with a compressed explanation',
    want: { kind: 'request' },
  },
  { title: 'a firewall in few words', provider, status: 403, body: 'error code: 1020', want: { kind: 'request' } },
  { title: 'a refusal without a word', provider, status: 403, want: { kind: 'auth', isModelOnly: false } },
  {
    title: 'nothing at all',
    provider,
    status: 429,
    want: { kind: 'unknown-429', message: 'HTTP 429 without an explanation' },
  },
];

for (const { title, want, ...reply } of cases) {
  test(`compatible, ${title}`, () => {
    const trouble = classifyCase(reply);
    assert.deepEqual({ ...trouble, ...want }, trouble);
  });
}
