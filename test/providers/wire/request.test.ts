import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireProvider } from '../../../src/model/credential.ts';
import { findEndpoint } from '../../../src/providers/wire/endpoints.ts';
import { readRequest, type WireRequest } from '../../../src/providers/wire/request.ts';
import { defaultOutputTokens, longestOutputTokens } from '../../../src/providers/wire/token-bounds.ts';

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

const refused = { name: 'AgentOsError', code: 'REQUEST_UNREADABLE' };

test('a request says its model, whether it wants a stream, and how much it may answer', () => {
  const body = { model: 'claude-sonnet-4-5', max_tokens: 1000, stream: true, messages: [] };
  const input = Math.ceil(JSON.stringify(body).length / 4);
  assert.deepEqual(anthropic(body), {
    model: 'claude-sonnet-4-5',
    isStream: true,
    estimatedTokens: { input, output: 1000 },
    mostTokens: { input: JSON.stringify(body).length, output: 1000 },
    isKeptForHour: false,
    extraPrice: null,
    unboundedInput: null,
  });
  assert.equal(responses({ model: 'gpt-5', max_output_tokens: 7 }).estimatedTokens.output, 7);
  assert.equal(chat({ model: 'm', max_tokens: 5 }).estimatedTokens.output, 5);
  assert.equal(chat({ model: 'm', max_tokens: 5, max_completion_tokens: 6 }).estimatedTokens.output, 6);
  assert.equal(gemini({ generationConfig: { maxOutputTokens: 9 } }).estimatedTokens.output, 9);
  assert.equal(responses({ model: 'gpt-5' }).isStream, false);
});

test('Gemini says model and stream in the path, and nothing else in the body', () => {
  for (const model of ['gemini-2.5-pro', 'models/gemini-2.5-pro', null]) {
    assert.equal(gemini({ model }).model, 'gemini-2.5-pro');
  }
  assert.throws(() => gemini({ model: 'other' }), refused);
  assert.throws(() => gemini({ model: 'models/other' }), refused);
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
    assert.throws(() => anthropic(body), refused, JSON.stringify(body));
  }
  assert.equal(
    chat({ model: 'meta-llama/Llama-3.3-70B-Instruct:free' }).model,
    'meta-llama/Llama-3.3-70B-Instruct:free',
  );
});

test('a count of answers that is none is refused, and so is a stream that is neither true nor false', () => {
  for (const n of [0, -1, 1.5, 129, '3', [2], 1e300]) assert.throws(() => chat({ model: 'm', n }), refused, String(n));
  for (const best_of of ['9', 0.5]) assert.throws(() => chat({ model: 'm', best_of }), refused);
  assert.throws(() => chat('{"model":"m","n":1e999}'), refused);
  assert.throws(() => gemini({ generationConfig: { candidateCount: '8' } }), refused);
  for (const stream of ['yes', 'true', 1, {}]) assert.throws(() => responses({ model: 'm', stream }), refused);
});

test('of several limits the largest counts, under whatever name a server may know it', () => {
  const most = (body: object) => chat({ model: 'm', ...body }).mostTokens.output;
  assert.equal(most({ max_tokens: 5, max_completion_tokens: 50 }), 50);
  assert.equal(most({ max_tokens: 50, max_completion_tokens: 5 }), 50);
  assert.equal(most({ max_tokens: 5, n_predict: 70 }), 70);
  assert.equal(most({ Max_Tokens: 5, maxNewTokens: 80 }), 80);
  assert.equal(most({ max_tokens: 5, n: 2, best_of: 4 }), 20);
  assert.equal(most({ n_predict: 5 }), longestOutputTokens, 'another server may not know it');
  assert.equal(most({}), longestOutputTokens);
  assert.equal(most({ n: 3 }), 3 * longestOutputTokens);
  assert.equal(most({ max_tokens: 5, reasoning: { max_tokens: 100 } }), 105);
  const generation = { max_output_tokens: 9, candidate_count: 3, thinkingConfig: { thinkingBudget: 4 } };
  assert.equal(gemini({ generation_config: generation }).mostTokens.output, 27);
  const thinking = (budget_tokens: number) => ({
    model: 'm',
    max_tokens: 10,
    thinking: { type: 'enabled', budget_tokens },
  });
  assert.equal(anthropic(thinking(9)).mostTokens.output, 10);
  assert.equal(anthropic(thinking(30)).mostTokens.output, 40);
});

test('a guess at the answer is paid for, too', () => {
  const body = { model: 'm', max_tokens: 5, prediction: { type: 'content', content: 'x'.repeat(100) } };
  assert.equal(chat(body).mostTokens.output, 5 + JSON.stringify(body).length);
});

test('nothing that is sent has more tokens than bytes', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: '1 2 3 4' }] };
  assert.equal(anthropic(body).mostTokens.input, JSON.stringify(body).length);
});
