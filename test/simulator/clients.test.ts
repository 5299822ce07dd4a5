import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { LLMock } from '@copilotkit/aimock';
import { generateText, Output } from 'ai';
import { z } from 'zod';
import { answerByDefault } from '../../src/simulator/answers.ts';
import {
  checkStream,
  checkStructure,
  checkText,
  city,
  clients,
  failText,
  hello,
  makeModel,
  models,
} from './clients.ts';
import { makeKey, openScope, providerOf } from './setup.ts';

/** One usage in the words of all APIs. */
const usage = {
  ...{ input_tokens: 5, output_tokens: 7 },
  ...{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  ...{ promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
};

/** Somebody else's reading of the same APIs: if a client works with both, ours is not made up. */
async function openIndependent(): Promise<LLMock & AsyncDisposable> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  mock.onMessage(hello.prompt, { content: hello.answer, usage });
  mock.onMessage(city.prompt, { content: city.answer, usage });
  mock.onMessage('Refuse.', {
    error: { message: 'slow down', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    status: 429,
    retryAfter: 7,
  });
  await mock.start();
  return Object.assign(mock, { [Symbol.asyncDispose]: () => mock.stop() });
}

for (const client of clients) {
  test(`${client}: text, stream and structure work with the AI SDK, here and with an independent server`, async () => {
    await using ours = await openScope(providerOf[client]);
    await using independent = await openIndependent();
    for (const [origin, key] of [
      [ours.origin, ours.key],
      [independent.url, makeKey()],
    ] as const) {
      const model = makeModel(client, origin, key);
      await checkText(model, models[client]);
      await checkStream(model);
      await checkStructure(model);
    }
  });

  test(`${client}: a refusal with a time to wait is the same error, here and with an independent server`, async () => {
    await using ours = await openScope(providerOf[client], { faults: [{ kind: 'rate', waitMs: 7000 }] });
    await using independent = await openIndependent();
    for (const [origin, key] of [
      [ours.origin, ours.key],
      [independent.url, makeKey()],
    ] as const) {
      const error = await failText(makeModel(client, origin, key), 'Refuse.');
      assert.equal(error.statusCode, 429);
      assert.equal(error.isRetryable, true);
      assert.ok(error.data, 'the body is in the form that the SDK expects');
      if (origin !== ours.origin || client !== 'google') assert.equal(error.responseHeaders?.['retry-after'], '7');
    }
  });
}

test('anthropic: structure by a forced tool works with the AI SDK', async () => {
  await using ours = await openScope('anthropic');
  const anthropic = createAnthropic({ baseURL: `${ours.origin}/v1`, apiKey: ours.key });
  await checkStructure(anthropic('claude-3-haiku-20240307'));
});

test('tokens are counted by length, and the SDK sees the very numbers of the log', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client]);
    const model = makeModel(client, ours.origin, ours.key);
    await checkText(model, models[client]);
    const [entry] = ours.simulator.log;
    const output = Math.ceil(hello.answer.length / 4);
    assert.deepEqual(entry?.tokens, { input: 3, cacheRead: 0, cacheWrite: 0, output }, client);
  }
});

test('without an answer of its own, a schema is answered by the smallest thing that fits', async () => {
  const schema = z.object({ verdict: z.enum(['YES', 'NO']), score: z.number(), notes: z.array(z.string()) });
  for (const client of clients) {
    await using ours = await openScope(providerOf[client], {}, { answer: answerByDefault });
    const model = makeModel(client, ours.origin, ours.key);
    const output = Output.object({ schema });
    const result = await generateText({ model, prompt: 'Judge.', output, maxRetries: 0 });
    assert.deepEqual(result.output, { verdict: 'YES', score: 0, notes: [] }, client);
  }
});
