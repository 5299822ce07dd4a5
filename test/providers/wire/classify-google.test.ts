import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, classifyCase, googleError, now, quotaFailure, retryInfo, violation } from './wire-bodies.ts';

const provider = 'google';
const exhausted = 'RESOURCE_EXHAUSTED';
const text = 'You exceeded your current quota, please check your plan. Please retry in 36.4s.';
const minute = violation('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', { quotaValue: '15' });
const day = violation('GenerateRequestsPerDayPerProjectPerModel-FreeTier', { quotaValue: '50' });
const inputTokens = violation('GenerateContentInputTokensPerModelPerMinute-FreeTier', {
  quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_input_token_count',
});
/** It is four in the morning in California. */
const midnight = Date.UTC(2026, 10, 17, 8);

const cases: readonly Case[] = [
  {
    title: 'a minute: by RetryInfo, to the last digit',
    provider,
    status: 429,
    body: googleError(429, exhausted, text, [quotaFailure(minute), retryInfo('45.837906927s')]),
    want: { kind: 'rate', retryAt: now + 45_838, isModelOnly: true, dimension: 'requests' },
  },
  {
    title: 'a minute: by the text',
    provider,
    status: 429,
    body: googleError(429, exhausted, text, [quotaFailure(minute)]),
    want: { kind: 'rate', retryAt: now + 36_400, isModelOnly: true, dimension: 'requests' },
  },
  {
    title: 'input tokens of a minute',
    provider,
    status: 429,
    body: googleError(429, exhausted, text, [quotaFailure(inputTokens)]),
    want: { kind: 'rate', isModelOnly: true, dimension: 'input-tokens' },
  },
  {
    title: 'a day, whatever short delay comes with it',
    provider,
    status: 429,
    body: googleError(429, exhausted, text, [quotaFailure(day), retryInfo('36s')]),
    want: { kind: 'quota-day', retryAt: midnight, isModelOnly: true, dimension: 'requests' },
  },
  {
    title: 'a day and a minute together: the day',
    provider,
    status: 429,
    body: googleError(429, exhausted, text, [quotaFailure(inputTokens, day), retryInfo('36s')]),
    want: { kind: 'quota-day', retryAt: midnight, dimension: 'requests' },
  },
  {
    title: 'a quota of none, by its value',
    provider,
    status: 429,
    body: googleError(429, exhausted, 'Quota exceeded', [quotaFailure({ ...day, quotaValue: '0' }), retryInfo('9s')]),
    want: { kind: 'quota', retryAt: null, isModelOnly: true },
  },
  {
    title: 'a quota of none, by the text',
    provider,
    status: 429,
    body: googleError(429, exhausted, 'Quota exceeded for metric: requests, limit: 0, model: gemini-2.5-pro', [
      quotaFailure(violation('GenerateRequestsPerDayPerProjectPerModel-FreeTier')),
    ]),
    want: { kind: 'quota', retryAt: null, isModelOnly: true },
  },
  {
    title: 'a limit of 0.5 or 05 is not none',
    provider,
    status: 429,
    body: googleError(429, exhausted, 'Quota exceeded, limit: 0.5. Please retry in 1s'),
    want: { kind: 'rate', retryAt: now + 1000 },
  },
  {
    title: 'a 429 that says nothing',
    provider,
    status: 429,
    body: googleError(429, exhausted, 'Resource has been exhausted (e.g. check quota).'),
    want: { kind: 'unknown-429', retryAt: null, dimension: null },
  },
  {
    title: 'an error in a list, as streams without events send it',
    provider,
    status: 429,
    body: [googleError(429, exhausted, text, [quotaFailure(minute), retryInfo('2s')])],
    want: { kind: 'rate', retryAt: now + 2000 },
  },
  {
    title: 'overload',
    provider,
    status: 503,
    body: googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    want: { kind: 'overload', retryAt: null },
  },
  {
    title: 'a bad key, told as a wrong request',
    provider,
    status: 400,
    body: googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]),
    want: { kind: 'auth', isModelOnly: false },
  },
  {
    title: 'a wrong request',
    provider,
    status: 400,
    body: googleError(400, 'INVALID_ARGUMENT', 'Unknown name "x"'),
    want: { kind: 'request' },
  },
  {
    title: 'no permission',
    provider,
    status: 403,
    body: googleError(403, 'PERMISSION_DENIED', 'Permission denied'),
    want: { kind: 'auth' },
  },
  {
    title: 'credits are gone',
    provider,
    status: 429,
    body: googleError(429, exhausted, 'Your prepayment credits are depleted.'),
    want: { kind: 'quota', retryAt: null, isModelOnly: false },
  },
  {
    title: 'an internal error',
    provider,
    status: 500,
    body: googleError(500, 'INTERNAL', 'An internal error has occurred.'),
    want: { kind: 'transient' },
  },
];

for (const { title, want, ...reply } of cases) {
  test(`Google, ${title}`, () => {
    const trouble = classifyCase(reply);
    assert.deepEqual({ ...trouble, ...want }, trouble);
  });
}
