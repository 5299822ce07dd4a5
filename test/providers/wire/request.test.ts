import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireProvider } from '../../../src/model/credential.ts';
import { findEndpoint } from '../../../src/providers/wire/endpoints.ts';
import { defaultOutputTokens, readRequest, type WireRequest } from '../../../src/providers/wire/request.ts';

function read(provider: WireProvider, path: string, body: unknown): WireRequest {
  const endpoint = findEndpoint(provider, 'POST', path);
  assert.ok(endpoint);
  return readRequest(endpoint.api, endpoint, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

const anthropic = (body: unknown) => read('anthropic', '/v1/messages', body);
const responses = (body: unknown) => read('openai', '/v1/responses', body);
const chat = (body: unknown) => read('openai-compatible', '/v1/chat/completions', body);
const gemini = (body: unknown, method = 'generateContent') =>
  read('google', `/v1beta/models/gemini-2.5-pro:${method}`, body);

test('a request says its model, whether it wants a stream, and how much it may answer', () => {
  const body = { model: 'claude-sonnet-4-5', max_tokens: 1000, stream: true, messages: [] };
  const input = Math.ceil(JSON.stringify(body).length / 4);
  assert.deepEqual(anthropic(body), {
    model: 'claude-sonnet-4-5',
    isStream: true,
    estimatedTokens: { input, output: 1000 },
  });
  assert.equal(responses({ model: 'gpt-5', max_output_tokens: 7 }).estimatedTokens.output, 7);
  assert.equal(chat({ model: 'm', max_tokens: 5 }).estimatedTokens.output, 5);
  assert.equal(chat({ model: 'm', max_tokens: 5, max_completion_tokens: 6 }).estimatedTokens.output, 6);
  assert.equal(gemini({ generationConfig: { maxOutputTokens: 9 } }).estimatedTokens.output, 9);
  assert.equal(responses({ model: 'gpt-5' }).isStream, false);
  assert.equal(responses({ model: 'gpt-5', stream: 'yes' }).isStream, false);
});

test('Gemini says model and stream in the path, whatever the body says', () => {
  assert.equal(gemini({ model: 'other', stream: true }).model, 'gemini-2.5-pro');
  assert.equal(gemini({ stream: true }).isStream, false);
  assert.equal(gemini({}, 'streamGenerateContent').isStream, true);
});

test('several answers cost several times as much', () => {
  assert.equal(chat({ model: 'm', max_tokens: 5, n: 3 }).estimatedTokens.output, 15);
  assert.equal(gemini({ generationConfig: { maxOutputTokens: 9, candidateCount: 2 } }).estimatedTokens.output, 18);
  assert.equal(anthropic({ model: 'm', max_tokens: 5, n: 3 }).estimatedTokens.output, 5);
});

test('a limit that is none counts as not said', () => {
  for (const max_tokens of [undefined, null, 0, -1, 1.5, '100', 1e12, {}]) {
    assert.equal(anthropic({ model: 'm', max_tokens }).estimatedTokens.output, defaultOutputTokens, String(max_tokens));
  }
});

test('bytes count, not characters', () => {
  const text = '日'.repeat(4000);
  assert.ok(anthropic({ model: 'm', text }).estimatedTokens.input >= 3000);
});

test('what is no JSON object, or names no model, is refused', () => {
  for (const body of [
    '',
    'x',
    '[]',
    'null',
    '"model"',
    '{"model":',
    '{}',
    { model: '' },
    { model: 7 },
    { model: 'a b' },
    { model: 'x'.repeat(300) },
    { model: '../x' },
    { model: 'a\nb' },
  ]) {
    assert.throws(() => anthropic(body), { name: 'AgentOsError', code: 'REQUEST_UNREADABLE' }, JSON.stringify(body));
  }
  assert.equal(
    chat({ model: 'meta-llama/Llama-3.3-70B-Instruct:free' }).model,
    'meta-llama/Llama-3.3-70B-Instruct:free',
  );
});
