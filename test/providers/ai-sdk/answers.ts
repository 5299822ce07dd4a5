import type { WireProvider } from '../../../src/model/credential.ts';
import { anthropicDelta, anthropicEvents, event } from './stand-in.ts';

/** The pieces of an answer of one provider, from which any ending can be put together. */
export interface Wire {
  readonly provider: WireProvider;
  readonly model: string;
  readonly path: string;
  /** The header that holds the token, and what stands before it there. */
  readonly keyHeader: readonly [name: string, prefix: string];
  begin(): string;
  text(text: string): string;
  /** The end, by a word of ours. */
  end(why: 'stop' | 'length' | 'filter', model?: string): string;
  /** An error inside the stream: the provider has too much to do. */
  overload(): string;
}

const responsesItem = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };

function responses(type: string, fields: object): string {
  return event({ type, sequence_number: 1, ...fields }, type);
}

function response(fields: object): object {
  return { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-test', output: [], usage: null, ...fields };
}

function chunk(delta: object, finish: string | null, model = 'llama:8b'): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices });
}

function candidate(parts: readonly object[], finishReason: string | undefined): string {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return event({
    candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0 }],
    usageMetadata,
    modelVersion: 'gemini-test',
  });
}

export const wires: readonly Wire[] = [
  {
    provider: 'anthropic',
    model: 'claude-test',
    path: '/anthropic/v1/messages',
    keyHeader: ['x-api-key', ''],
    begin: () => anthropicEvents('').slice(0, 2).join(''),
    text: anthropicDelta,
    end: (why) => {
      const stop = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[why];
      return anthropicEvents('', { stop }).slice(-3).join('');
    },
    overload: () => event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
  },
  {
    provider: 'openai',
    model: 'gpt-test',
    path: '/openai/v1/responses',
    keyHeader: ['authorization', 'Bearer '],
    begin: () =>
      responses('response.created', { response: response({ status: 'in_progress' }) }) +
      responses('response.output_item.added', { output_index: 0, item: responsesItem }),
    text: (delta) => responses('response.output_text.delta', { item_id: 'msg_1', content_index: 0, delta }),
    end: (why) => {
      const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
      if (why === 'stop')
        return responses('response.completed', { response: response({ status: 'completed', usage }) });
      const reason = why === 'length' ? 'max_output_tokens' : 'content_filter';
      return responses('response.incomplete', { response: response({ incomplete_details: { reason }, usage }) });
    },
    overload: () => responses('error', { code: 'server_is_overloaded', message: 'Overloaded', param: null }),
  },
  {
    provider: 'google',
    model: 'gemini-test',
    path: '/google/v1beta/models/gemini-test:streamGenerateContent?alt=sse',
    keyHeader: ['x-goog-api-key', ''],
    begin: () => '',
    text: (text) => candidate([{ text }], undefined),
    end: (why) => candidate([], { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }[why]),
    overload: () => event({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
  },
  {
    provider: 'openai-compatible',
    model: 'llama:8b',
    path: '/openai-compatible/v1/chat/completions',
    keyHeader: ['authorization', 'Bearer '],
    begin: () => chunk({ role: 'assistant', content: '' }, null),
    text: (content) => chunk({ content }, null),
    end: (why) => `${chunk({}, { stop: 'stop', length: 'length', filter: 'content_filter' }[why])}data: [DONE]\n\n`,
    overload: () => event({ error: { message: 'Overloaded', type: 'server_error', code: 503 } }),
  },
];
