import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireProvider } from '../../../src/model/credential.ts';
import { type Endpoint, findEndpoint } from '../../../src/providers/wire/endpoints.ts';

function show(provider: WireProvider, method: string, path: string): string {
  const found: Endpoint | null = findEndpoint(provider, method, path);
  if (found === null) return 'nothing';
  const { api, model, isStream, isBilled } = found;
  return [
    api,
    model ?? '-',
    isStream === null ? 'as asked' : isStream ? 'stream' : 'whole',
    isBilled ? 'billed' : 'free',
  ].join(' ');
}

test('what models are asked by is known, and is billed', () => {
  assert.equal(show('anthropic', 'POST', '/v1/messages'), 'anthropic-messages - as asked billed');
  assert.equal(show('anthropic', 'POST', '/v1/messages?beta=true'), 'anthropic-messages - as asked billed');
  assert.equal(show('openai', 'POST', '/v1/responses'), 'openai-responses - as asked billed');
  assert.equal(show('openai', 'POST', '/v1/chat/completions'), 'openai-chat - as asked billed');
  assert.equal(show('openai-compatible', 'POST', '/v1/chat/completions'), 'openai-chat - as asked billed');
  const models = '/v1beta/models/gemini-2.5-pro';
  assert.equal(show('google', 'POST', `${models}:generateContent`), 'gemini gemini-2.5-pro whole billed');
  assert.equal(
    show('google', 'POST', `${models}:streamGenerateContent?alt=sse`),
    'gemini gemini-2.5-pro stream billed',
  );
  assert.equal(show('google', 'POST', `${models}:streamGenerateContent`), 'gemini gemini-2.5-pro stream billed');
});

test('lists and counts are let through, and are free', () => {
  assert.equal(show('anthropic', 'GET', '/v1/models'), 'anthropic-messages - whole free');
  assert.equal(show('anthropic', 'GET', '/v1/models/claude-sonnet-4-5?x=1'), 'anthropic-messages - whole free');
  assert.equal(show('anthropic', 'POST', '/v1/messages/count_tokens'), 'anthropic-messages - whole free');
  assert.equal(show('openai', 'GET', '/v1/models/gpt-5'), 'openai-responses - whole free');
  assert.equal(show('openai', 'POST', '/v1/responses/input_tokens'), 'openai-responses - whole free');
  assert.equal(show('openai-compatible', 'GET', '/v1/models'), 'openai-chat - whole free');
  assert.equal(show('google', 'GET', '/v1beta/models'), 'gemini - whole free');
  assert.equal(show('google', 'POST', '/v1beta/models/gemini-2.5-pro:countTokens'), 'gemini gemini-2.5-pro whole free');
});

test('nothing else may be asked for', () => {
  const refused: [WireProvider, string, string][] = [
    ['anthropic', 'GET', '/v1/messages'],
    ['anthropic', 'post', '/v1/messages'],
    ['anthropic', 'POST', '/v1/messages/'],
    ['anthropic', 'POST', '/v1/messages/batches'],
    ['anthropic', 'GET', '/v1/organizations/api_keys'],
    ['anthropic', 'POST', '/v1/responses'],
    ['anthropic', 'POST', '//v1/messages'],
    ['anthropic', 'POST', '/v1/../v1/messages'],
    ['anthropic', 'GET', '/v1/models/..'],
    ['anthropic', 'GET', '/v1/models/%2e%2e'],
    ['openai', 'POST', '/v1/files'],
    ['openai', 'DELETE', '/v1/models/gpt-5'],
    ['openai', 'POST', '/v1/responses\n'],
    ['openai-compatible', 'POST', '/v1/responses'],
    ['google', 'POST', '/v1beta/models/..:generateContent'],
    ['google', 'POST', '/v1beta/models/a/b:generateContent'],
    ['google', 'POST', '/v1beta/models/gemini%2F..:generateContent'],
    ['google', 'POST', '/v1beta/models/gemini-2.5-pro:predict'],
    ['google', 'POST', '/v1beta/files'],
    ['google', 'POST', ''],
  ];
  for (const [provider, method, path] of refused) {
    assert.equal(show(provider, method, path), 'nothing', `${provider} ${method} ${path}`);
  }
});
