import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import type { WireProvider } from '../../../src/model/credential.ts';
import { findEndpoint } from '../../../src/providers/wire/endpoints.ts';
import { openMeter, type ReplyMeter } from '../../../src/providers/wire/meter.ts';
import { readRequest } from '../../../src/providers/wire/request.ts';

/** Replies that somebody else wrote, so that our reading of the APIs is not tested by itself alone. */
const server = new LLMock({ port: 0 });
const usage = {
  input_tokens: 21,
  output_tokens: 8,
  prompt_tokens: 21,
  completion_tokens: 8,
  total_tokens: 29,
  promptTokenCount: 21,
  candidatesTokenCount: 8,
  totalTokenCount: 29,
};
server.onMessage('hello', { content: 'Good day to you, and many more words than one chunk holds.', usage });

before(() => server.start());
after(() => server.stop());

interface Question {
  readonly provider: WireProvider;
  readonly path: string;
  readonly body: object;
}

const messages = [{ role: 'user', content: 'hello' }];
const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];

async function ask({ provider, path, body }: Question): Promise<ReplyMeter> {
  const endpoint = findEndpoint(provider, 'POST', path);
  assert.ok(endpoint);
  const bytes = Buffer.from(JSON.stringify(body));
  const meter = openMeter(endpoint.api, readRequest(endpoint.api, endpoint, bytes).isStream);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer none', 'x-api-key': 'none' };
  const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: bytes });
  assert.equal(reply.status, 200);
  assert.ok(reply.body);
  for await (const chunk of reply.body) meter.push(chunk);
  meter.end();
  return meter;
}

const questions = (stream: boolean): Question[] => [
  {
    provider: 'anthropic',
    path: '/v1/messages',
    body: { model: 'claude-sonnet-4-5', max_tokens: 50, messages, stream },
  },
  { provider: 'openai', path: '/v1/responses', body: { model: 'gpt-5', input: 'hello', stream } },
  {
    provider: 'openai',
    path: '/v1/chat/completions',
    body: { model: 'gpt-5', messages, stream, ...(stream ? { stream_options: { include_usage: true } } : {}) },
  },
  {
    provider: 'google',
    path: `/v1beta/models/gemini-2.5-pro:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents },
  },
];

for (const isStream of [false, true]) {
  for (const question of questions(isStream)) {
    test(`an independent server is understood: ${question.path}${isStream ? ', streaming' : ''}`, async () => {
      const meter = await ask(question);
      assert.deepEqual(
        [meter.usage?.inputTokens, meter.usage?.outputTokens, meter.finish, meter.isComplete, meter.trouble],
        [21, 8, 'stop', true, null],
      );
      if (question.provider !== 'google') assert.match(String(meter.model), /claude-sonnet-4-5|gpt-5/);
    });
  }
}
