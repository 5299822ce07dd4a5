import type { Usage } from '../../../src/model/exchange.ts';
import type { WireApi } from '../../../src/providers/wire/endpoints.ts';
import { openMeter, type ReplyMeter } from '../../../src/providers/wire/meter.ts';

/** All that a meter says at the end. */
export interface Said {
  readonly usage: Usage | null;
  readonly model: string | null;
  readonly finish: ReplyMeter['finish'];
  readonly isComplete: boolean;
  readonly hasTrouble: boolean;
}

export function meterChunks(api: WireApi, isStream: boolean, chunks: Iterable<Uint8Array>): Said {
  const meter = openMeter(api, isStream);
  for (const chunk of chunks) meter.push(chunk);
  meter.end();
  const { usage, model, finish, isComplete } = meter;
  return { usage, model, finish, isComplete, hasTrouble: meter.trouble !== null };
}

export function meterText(api: WireApi, isStream: boolean, text: string): Said {
  return meterChunks(api, isStream, [Buffer.from(text)]);
}

/** Events with names, as Anthropic and the Responses API send them. */
export function namedEvents(events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export function plainEvents(events: readonly object[], end = ''): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + end;
}

export const anthropicMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  content: [{ type: 'text', text: 'Hello "usage":{"input_tokens":9} 👍' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 40 },
};

export const anthropicStream = [
  {
    type: 'message_start',
    message: {
      ...anthropicMessage,
      content: [],
      stop_reason: null,
      usage: { ...anthropicMessage.usage, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi\n\ndata: {"type":"error"}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 40 } },
  { type: 'message_stop' },
];

export const response = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-5-2025-08-07',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60, cache_write_tokens: 15 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 130,
  },
};

const responseStream = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
  { type: 'response.output_text.delta', item_id: 'x', delta: 'Hello' },
  { type: 'response.completed', response },
];

export const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5-2025-08-07',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 30, total_tokens: 130, prompt_tokens_details: { cached_tokens: 60 } },
};

const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'gpt-5-2025-08-07' };
export const completionStream = [
  { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage: null },
  { ...chunk, choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }], usage: null },
  { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null },
  { ...chunk, choices: [], usage: completion.usage },
];

export const generation = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    candidatesTokenCount: 10,
    thoughtsTokenCount: 20,
    totalTokenCount: 130,
  },
  modelVersion: 'gemini-2.5-pro',
};

const generationStream = [
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'He' }] }, index: 0 }],
    usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 },
    modelVersion: 'gemini-2.5-pro',
  },
  generation,
];

/** One reply for each way to ask, and what each says. */
export const replies: readonly { api: WireApi; isStream: boolean; text: string; want: Said }[] = [
  { api: 'anthropic-messages', isStream: false, text: JSON.stringify(anthropicMessage), want: say('anthropic') },
  { api: 'anthropic-messages', isStream: true, text: namedEvents(anthropicStream), want: say('anthropic') },
  { api: 'openai-responses', isStream: false, text: JSON.stringify(response, null, 2), want: say('responses') },
  { api: 'openai-responses', isStream: true, text: namedEvents(responseStream), want: say('responses') },
  { api: 'openai-chat', isStream: false, text: JSON.stringify(completion), want: say('chat') },
  { api: 'openai-chat', isStream: true, text: plainEvents(completionStream, 'data: [DONE]\n\n'), want: say('chat') },
  { api: 'gemini', isStream: false, text: JSON.stringify(generation, null, 2), want: say('gemini') },
  { api: 'gemini', isStream: true, text: plainEvents(generationStream), want: say('gemini') },
  { api: 'gemini', isStream: true, text: JSON.stringify(generationStream, null, 2), want: say('gemini') },
];

function say(name: 'anthropic' | 'responses' | 'chat' | 'gemini'): Said {
  const usage = { inputTokens: 40, cacheReadTokens: 60, cacheWriteTokens: 0, outputTokens: 30 };
  const rest = { finish: 'stop', isComplete: true, hasTrouble: false } as const;
  if (name === 'gemini') return { ...rest, usage, model: 'gemini-2.5-pro' };
  if (name === 'chat') return { ...rest, usage, model: 'gpt-5-2025-08-07' };
  if (name === 'responses') {
    return { ...rest, usage: { ...usage, inputTokens: 25, cacheWriteTokens: 15 }, model: 'gpt-5-2025-08-07' };
  }
  const counts = { inputTokens: 10, cacheReadTokens: 3000, cacheWriteTokens: 200, outputTokens: 40 };
  return { ...rest, usage: counts, model: 'claude-sonnet-4-5-20250929' };
}
