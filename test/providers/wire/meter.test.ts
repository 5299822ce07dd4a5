import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyStreamEvent } from '../../../src/providers/wire/classify.ts';
import { openMeter } from '../../../src/providers/wire/meter.ts';
import {
  anthropicMessage,
  anthropicStream,
  completion,
  completionStream,
  generation,
  meterChunks,
  meterText,
  namedEvents,
  plainEvents,
  replies,
  response,
} from './replies.ts';

for (const { api, isStream, text, want } of replies) {
  const title = `${api}, ${isStream ? (text.startsWith('[') ? 'a list' : 'a stream') : 'a whole'}`;

  test(`${title}: usage, model and end are read`, () => {
    assert.deepEqual(meterText(api, isStream, text), want);
  });

  test(`${title}: it does not matter where it is cut, or how lines end`, () => {
    const bytes = Buffer.from(text);
    for (let at = 1; at < bytes.length; at += 1) {
      assert.deepEqual(meterChunks(api, isStream, [bytes.subarray(0, at), bytes.subarray(at)]), want, `cut at ${at}`);
    }
    const single = Array.from(Buffer.from(text.replaceAll('\n', '\r\n')), (byte) => Uint8Array.of(byte));
    assert.deepEqual(meterChunks(api, isStream, single), want);
  });

  test(`${title}: one that is cut off is not complete`, () => {
    // What is only closed after the last word has said all.
    const bytes = Buffer.from(text);
    const end = Math.max(text.indexOf('message_stop'), text.indexOf('"response.completed"'), text.indexOf('"finish'));
    for (let at = 0; at < end; at += 7) {
      assert.equal(meterChunks(api, isStream, [bytes.subarray(0, at)]).isComplete, false, `cut at ${at}`);
    }
  });
}

test('a stream that is cut off still says what it said', () => {
  const said = meterText('anthropic-messages', true, namedEvents(anthropicStream.slice(0, 4)));
  assert.equal(said.isComplete, false);
  assert.equal(said.model, 'claude-sonnet-4-5-20250929');
  assert.deepEqual(said.usage, { inputTokens: 10, cacheReadTokens: 3000, cacheWriteTokens: 200, outputTokens: 1 });
});

test('JSON that comes where a stream was asked for is read as well', () => {
  assert.equal(meterText('openai-chat', true, `\n ${JSON.stringify(completion)}`).usage?.outputTokens, 30);
});

test('the end of an answer is told in one word, whatever the provider calls it', () => {
  const anthropic = (stop_reason: string) =>
    meterText('anthropic-messages', false, JSON.stringify({ ...anthropicMessage, stop_reason })).finish;
  assert.deepEqual(['max_tokens', 'tool_use', 'refusal', 'stop_sequence', 'odd'].map(anthropic), [
    'length',
    'tool',
    'filter',
    'stop',
    null,
  ]);
  const chat = (finish_reason: string) =>
    meterText('openai-chat', false, JSON.stringify({ choices: [{ finish_reason }] })).finish;
  assert.deepEqual(['length', 'tool_calls', 'content_filter', 'constructor'].map(chat), [
    'length',
    'tool',
    'filter',
    null,
  ]);
  const gemini = (finishReason: string) =>
    meterText('gemini', false, JSON.stringify({ candidates: [{ finishReason }] })).finish;
  assert.deepEqual(['MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL'].map(gemini), ['length', 'filter', null]);
  const responses = (change: object) =>
    meterText('openai-responses', false, JSON.stringify({ ...response, ...change })).finish;
  const incomplete = (reason: string) => responses({ status: 'incomplete', incomplete_details: { reason } });
  assert.deepEqual(['max_output_tokens', 'content_filter'].map(incomplete), ['length', 'filter']);
  assert.equal(responses({ output: [{ type: 'reasoning' }, { type: 'function_call' }] }), 'tool');
  assert.equal(responses({ output: [{ type: 'web_search_call' }] }), 'stop');
});

test('a tool that was called early in a stream is remembered at its end', () => {
  const call = { candidates: [{ content: { parts: [{ functionCall: { name: 'x', args: {} } }] } }] };
  assert.equal(
    meterText('gemini', true, plainEvents([call, { candidates: [{ finishReason: 'STOP' }] }])).finish,
    'tool',
  );
  const item = { type: 'response.output_item.done', item: { type: 'function_call', name: 'x' } };
  const end = { type: 'response.completed', response: { ...response, output: [] } };
  assert.equal(meterText('openai-responses', true, namedEvents([item, end])).finish, 'tool');
});

test('a prompt that is blocked is a filtered answer', () => {
  const said = meterText('gemini', false, JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } }));
  assert.deepEqual([said.finish, said.isComplete], ['filter', true]);
});

test('usage that is not told is null, and one that cannot be is nothing', () => {
  assert.equal(
    meterText('openai-chat', true, plainEvents(completionStream.slice(0, 3), 'data: [DONE]\n\n')).usage,
    null,
  );
  const usage = { prompt_tokens: 10, completion_tokens: -5, prompt_tokens_details: { cached_tokens: 99 } };
  assert.deepEqual(meterText('openai-chat', false, JSON.stringify({ ...completion, usage })).usage, {
    inputTokens: 0,
    cacheReadTokens: 10,
    cacheWriteTokens: 0,
    outputTokens: 0,
  });
});

test('a usage without any input was not counted, and is none', () => {
  const chat = (usage: object) => meterText('openai-chat', false, JSON.stringify({ ...completion, usage })).usage;
  for (const usage of [{}, { prompt_tokens: 0, completion_tokens: 0 }, { prompt_tokens: 0, completion_tokens: 40 }]) {
    assert.equal(chat(usage), null, JSON.stringify(usage));
  }
  const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const late = plainEvents([...completionStream, { ...completion, choices: [], usage: zeros }], 'data: [DONE]\n\n');
  assert.equal(meterText('openai-chat', true, late).usage?.outputTokens, 30, 'what was said before counts');
  const usageMetadata = { candidatesTokenCount: 7 };
  assert.equal(meterText('gemini', false, JSON.stringify({ ...generation, usageMetadata })).usage, null);
  assert.equal(meterText('openai-responses', false, JSON.stringify({ ...response, usage: {} })).usage, null);
});

test('zeros at the beginning of a message are filled in later, or were never counted', () => {
  const said = (end: object) => {
    const usage = { input_tokens: 0, output_tokens: 0 };
    const start = { type: 'message_start', message: { ...anthropicMessage, usage } };
    const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 40, ...end } };
    return meterText('anthropic-messages', true, namedEvents([start, delta, { type: 'message_stop' }])).usage;
  };
  assert.equal(said({}), null);
  const counts = { inputTokens: 12, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 40 };
  assert.deepEqual(said({ input_tokens: 12 }), counts);
});

test('rounds that made the context shorter are counted, too', () => {
  const rounds = [
    { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
    { type: 'message', input_tokens: 20_000, cache_read_input_tokens: 3000, output_tokens: 1000 },
  ];
  const usage = { input_tokens: 20_000, cache_read_input_tokens: 3000, output_tokens: 1000, iterations: rounds };
  const want = { inputTokens: 200_000, cacheReadTokens: 3000, cacheWriteTokens: 0, outputTokens: 4500 };
  assert.deepEqual(meterText('anthropic-messages', false, JSON.stringify({ ...anthropicMessage, usage })).usage, want);
  const start = { type: 'message_start', message: { ...anthropicMessage, usage: { input_tokens: 9 } } };
  const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage };
  assert.deepEqual(
    meterText('anthropic-messages', true, namedEvents([start, delta, { type: 'message_stop' }])).usage,
    want,
  );
});

test('a service that costs more than the list says is known by the reply', () => {
  const isDearer = (api: 'openai-chat' | 'openai-responses', isStream: boolean, text: string) => {
    const meter = openMeter(api, isStream);
    meter.push(Buffer.from(text));
    meter.end();
    return meter.isDearer;
  };
  for (const [service_tier, want] of [
    ['priority', true] as const,
    ['default', false] as const,
    ['flex', false] as const,
  ]) {
    assert.equal(isDearer('openai-chat', false, JSON.stringify({ ...completion, service_tier })), want);
    const chunks = completionStream.map((chunk) => ({ ...chunk, service_tier }));
    assert.equal(isDearer('openai-chat', true, plainEvents(chunks, 'data: [DONE]\n\n')), want);
    const served = { ...response, service_tier };
    assert.equal(isDearer('openai-responses', false, JSON.stringify(served)), want);
    const begun = { type: 'response.created', response: { ...response, service_tier: 'auto' } };
    assert.equal(
      isDearer('openai-responses', true, namedEvents([begun, { type: 'response.completed', response: served }])),
      want,
    );
  }
});

test('thoughts that are missing in the completion are found in the total', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115 };
  assert.equal(meterText('openai-chat', false, JSON.stringify({ ...completion, usage })).usage?.outputTokens, 105);
});

test('tokens of tools that Google ran are input', () => {
  const usageMetadata = { ...generation.usageMetadata, toolUsePromptTokenCount: 500 };
  assert.equal(meterText('gemini', false, JSON.stringify({ ...generation, usageMetadata })).usage?.inputTokens, 540);
});

test('what is written to a cache for an hour is told apart', () => {
  const cache_creation = { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 150 };
  const usage = { input_tokens: 10, cache_creation_input_tokens: 200, cache_creation, output_tokens: 1 };
  const start = { type: 'message_start', message: { model: 'claude-test-1', usage } };
  const events = [start, { type: 'message_delta', delta: {}, usage: { output_tokens: 50 } }, { type: 'message_stop' }];
  assert.deepEqual(meterText('anthropic-messages', true, namedEvents(events)).usage, {
    inputTokens: 10,
    cacheReadTokens: 0,
    cacheWriteTokens: 200,
    hourCacheWriteTokens: 150,
    outputTokens: 50,
  });
});

test('later counts of a stream add to earlier ones, and zeros take nothing away', () => {
  const delta = {
    type: 'message_delta',
    delta: {},
    usage: { input_tokens: 0, cache_read_input_tokens: null, output_tokens: 50 },
  };
  const events = [...anthropicStream.slice(0, 4), delta, { type: 'message_stop' }];
  assert.deepEqual(meterText('anthropic-messages', true, namedEvents(events)).usage, {
    inputTokens: 10,
    cacheReadTokens: 3000,
    cacheWriteTokens: 200,
    outputTokens: 50,
  });
});

test('the first error in a stream is handed on as it came', () => {
  const errors = {
    'anthropic-messages':
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    'openai-responses': 'event: error\ndata: {"type":"error","error":{"type":"insufficient_quota","message":"No"}}\n\n',
    'openai-chat': 'data: {"error":{"code":502,"message":"Upstream"}}\n\ndata: {"error":{"code":401}}\n\n',
    gemini: 'data: {"error":{"code":503,"status":"UNAVAILABLE","message":"Overloaded"}}\n\n',
  } as const;
  const kinds = {
    'anthropic-messages': 'overload',
    'openai-responses': 'quota',
    'openai-chat': 'transient',
    gemini: 'overload',
  };
  for (const api of ['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'] as const) {
    const meter = openMeter(api, true);
    meter.push(Buffer.from(errors[api]));
    assert.equal(
      classifyStreamEvent(api === 'anthropic-messages' ? 'anthropic' : 'openai', meter.trouble, 0)?.kind,
      kinds[api],
    );
    assert.equal(meter.isComplete, false);
  }
});

test('an event that is named an error is one, whatever is in it', () => {
  const meter = openMeter('openai-chat', true);
  meter.push(Buffer.from('event: error\ndata: {"message":"It broke","code":500}\n\n'));
  assert.equal(classifyStreamEvent('openai-compatible', meter.trouble, 0)?.message, 'It broke');
});

test('a piece of text is no news, unless it is named an error', () => {
  const piece = 'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n';
  for (const [name, isTrouble] of [
    ['content_block_delta', false],
    ['error', true],
  ] as const) {
    const meter = openMeter('anthropic-messages', true);
    meter.push(Buffer.from(`event: ${name}\n${piece}`));
    assert.equal(meter.trouble !== null, isTrouble, name);
  }
});

test('comments, other fields and odd lines are passed over', () => {
  const noise =
    ': keep-alive\n\nid: 7\nretry: 10\nfoo\nverylongfieldname: x\ndata\ndata:\n\n\ndata: not json\n\ndata: {"broken":["\n\ndata: 7\n\n';
  const text = `\ufeff${noise}${plainEvents(completionStream, `${noise}data: [DONE]\n\n`)}`;
  assert.deepEqual(meterText('openai-chat', true, text), replies.find(({ api }) => api === 'openai-chat')?.want);
});

test('data may span lines', () => {
  const text = `data: {"choices":[],\ndata: "usage":{"prompt_tokens":3,\ndata: "completion_tokens":4}}\n\n`;
  assert.equal(meterText('openai-chat', true, text).usage?.outputTokens, 4);
});
