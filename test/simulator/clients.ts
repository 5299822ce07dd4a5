import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, type LanguageModel, Output, streamText } from 'ai';
import { z } from 'zod';

/** The real AI SDK, asking a server that may be ours or somebody else's. */
export const clients = ['anthropic', 'openai', 'openai-chat', 'google', 'openai-compatible'] as const;
export type Client = (typeof clients)[number];

export const models: Readonly<Record<Client, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5-mini',
  'openai-chat': 'gpt-4o-mini',
  google: 'gemini-2.5-flash',
  'openai-compatible': 'some-model',
};

export function makeModel(client: Client, origin: string, apiKey: string): LanguageModel {
  const baseURL = `${origin}/v1`;
  const model = models[client];
  if (client === 'anthropic') return createAnthropic({ baseURL, apiKey })(model);
  if (client === 'openai') return createOpenAI({ baseURL, apiKey }).responses(model);
  if (client === 'openai-chat') return createOpenAI({ baseURL, apiKey }).chat(model);
  if (client === 'google') return createGoogle({ baseURL: `${origin}/v1beta`, apiKey })(model);
  const other = createOpenAICompatible({
    name: 'other',
    baseURL,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return other(model);
}

/** What a server has to be taught before the questions below. */
export const hello = { prompt: 'Say hello.', answer: 'Hello there! Grüße, 世界 and 🌍: a text of some length.' };
export const city = { prompt: 'Name a city.', answer: '{"name":"Berne","people":134000,"rivers":["Aare"]}' };
const citySchema = z.object({ name: z.string(), people: z.number().int(), rivers: z.array(z.string()) });

export async function checkText(model: LanguageModel, modelId: string): Promise<void> {
  const result = await generateText({ model, prompt: hello.prompt, maxRetries: 0 });
  assert.equal(result.text, hello.answer);
  assert.equal(result.finishReason, 'stop');
  assert.equal(result.response.modelId, modelId);
  checkUsage(result.usage);
}

export async function checkStream(model: LanguageModel): Promise<void> {
  const errors: unknown[] = [];
  const result = streamText({
    model,
    prompt: hello.prompt,
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  const pieces = await Array.fromAsync(result.textStream);
  assert.deepEqual(errors, []);
  assert.equal(pieces.join(''), hello.answer);
  assert.ok(pieces.length > 1, 'it comes in pieces');
  assert.equal(await result.finishReason, 'stop');
  checkUsage(await result.usage);
}

export async function checkStructure(model: LanguageModel): Promise<void> {
  const output = Output.object({ schema: citySchema });
  const whole = await generateText({ model, prompt: city.prompt, output, maxRetries: 0 });
  assert.deepEqual(whole.output, JSON.parse(city.answer));
  const streamed = streamText({ model, prompt: city.prompt, output, maxRetries: 0 });
  await streamed.consumeStream();
  assert.deepEqual(await streamed.output, JSON.parse(city.answer));
}

function checkUsage({ inputTokens = 0, outputTokens = 0, totalTokens }: UsageLike): void {
  assert.ok(inputTokens > 0 && outputTokens > 0, `${inputTokens} in, ${outputTokens} out`);
  assert.equal(totalTokens, inputTokens + outputTokens);
}

interface UsageLike {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
}

/** The error of a call that is not answered; with no retries it is bare. */
export async function failText(model: LanguageModel, prompt = hello.prompt): Promise<APICallError> {
  return expectApiError(generateText({ model, prompt, maxRetries: 0 }));
}

async function expectApiError(call: PromiseLike<unknown>): Promise<APICallError> {
  try {
    await call;
  } catch (error) {
    assert.ok(APICallError.isInstance(error), `${error}`);
    return error;
  }
  throw new Error('it was answered');
}

/** The first error of a stream, and the text that came before it. */
export async function failStream(model: LanguageModel): Promise<{ error: unknown; text: string }> {
  const errors: unknown[] = [];
  const onError = ({ error }: { error: unknown }) => void errors.push(error);
  const result = streamText({ model, prompt: hello.prompt, maxRetries: 0, onError });
  let text = '';
  for await (const part of result.fullStream) if (part.type === 'text-delta') text += part.text;
  return { error: errors[0], text };
}
