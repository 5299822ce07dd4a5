import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type LanguageModel, streamText, tool } from 'ai';
import * as z from 'zod';
import type { AnswerRequest, MadeAnswer } from '../../src/simulator/setup.ts';
import { openScope } from './setup.ts';

/** One call of a tool, and then words about what it said. */
function answer({ toolResults }: AnswerRequest): MadeAnswer {
  const [said] = toolResults;
  if (said !== undefined) return `It said ${said}.`;
  return { text: '{"a":2,"b":3}', about: 'sum', tool: { name: 'sum', kind: 'function' } };
}

const tools = {
  sum: tool({
    description: 'Adds.',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => `${a + b}`,
  }),
};

type Open = (baseURL: string, apiKey: string) => LanguageModel;
const clients: readonly ['anthropic' | 'openai', string, Open][] = [
  ['anthropic', 'Messages', (baseURL, apiKey) => createAnthropic({ baseURL, apiKey })('claude-test-1')],
  ['openai', 'Responses', (baseURL, apiKey) => createOpenAI({ baseURL, apiKey })('gpt-test-1')],
  ['openai', 'Chat Completions', (baseURL, apiKey) => createOpenAI({ baseURL, apiKey }).chat('gpt-test-1')],
];

for (const [provider, api, open] of clients) {
  test(`${api}: a client of the provider calls the tool that an answer names, and tells what it said`, async () => {
    await using ours = await openScope(provider, {}, { answer });
    const asking = {
      model: open(`${ours.origin}/v1`, ours.key),
      prompt: 'Add.',
      tools,
      stopWhen: isStepCount(3),
      maxRetries: 0,
    };
    assert.equal((await generateText(asking)).text, 'It said 5.');
    assert.equal(await streamText(asking).text, 'It said 5.');
    assert.equal(ours.simulator.log.length, 4);
  });
}
