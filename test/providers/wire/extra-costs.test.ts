import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireProvider } from '../../../src/model/credential.ts';
import { findEndpoint } from '../../../src/providers/wire/endpoints.ts';
import { readRequest } from '../../../src/providers/wire/request.ts';

const paths: Readonly<Record<WireProvider, string>> = {
  anthropic: '/v1/messages',
  openai: '/v1/responses',
  'openai-compatible': '/v1/chat/completions',
  google: '/v1beta/models/gemini-2.5-pro:generateContent',
};

function costs(provider: WireProvider, body: object): [string | null, string | null] {
  const endpoint = findEndpoint(provider, 'POST', paths[provider]);
  assert.ok(endpoint);
  const model = provider === 'google' ? {} : { model: 'm' };
  const read = readRequest(endpoint.api, endpoint, Buffer.from(JSON.stringify({ ...model, ...body })));
  return [read.extraPrice, read.unboundedInput];
}

const said = (content: unknown) => ({ messages: [{ role: 'user', content: [content] }] });

test('what providers do for a fee, or at another price, has no list price', () => {
  const cases: [WireProvider, object, string][] = [
    ['anthropic', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'web_search_20250305'],
    [
      'anthropic',
      { tools: [{ name: 'mine' }, { type: 'code_execution_20250825', name: 'x' }] },
      'code_execution_20250825',
    ],
    ['anthropic', { mcp_servers: [{ url: 'https://x.example' }] }, 'mcpservers'],
    ['anthropic', { speed: 'fast' }, 'speed'],
    ['anthropic', { inference_geo: 'us' }, 'inference_geo'],
    ['openai', { tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }] }, 'web_search'],
    ['openai', { tools: [{ type: 'mcp', server_url: 'https://x.example' }] }, 'mcp'],
    ['openai', { service_tier: 'priority' }, 'service_tier'],
    ['openai-compatible', { plugins: [{ id: 'web' }] }, 'plugins'],
    ['openai-compatible', { web_search_options: {} }, 'websearchoptions'],
    ['google', { tools: [{ functionDeclarations: [] }, { googleSearch: {} }] }, 'googleSearch'],
    ['google', { tools: [{ url_context: {} }] }, 'url_context'],
  ];
  for (const [provider, body, what] of cases) assert.equal(costs(provider, body)[0], what, what);
});

test('what is kept elsewhere, only pointed at, or packed, may be longer than its bytes', () => {
  const cases: [WireProvider, object, string][] = [
    ['openai', { previous_response_id: 'resp_1' }, 'previousresponseid'],
    ['openai', { conversation: 'conv_1' }, 'conversation'],
    ['openai', { prompt: { id: 'pmpt_1' } }, 'prompt'],
    ['openai', { background: true }, 'background'],
    ['openai', { input: [{ type: 'input_file', file_id: 'file_1' }] }, 'file_id'],
    ['openai', { input: [{ type: 'item_reference', item_reference: 'i' }] }, 'item_reference'],
    ['openai', { input: [{ type: 'additional_tools', tools: [{ type: 'web_search' }] }] }, 'web_search'],
    ['openai', { input: [{ content: [{ type: 'input_image', image_url: 'https://x.example/i' }] }] }, 'image_url'],
    ['openai-compatible', said({ type: 'image_url', image_url: { url: 'https://x.example/i' } }), 'image_url'],
    ['anthropic', said({ type: 'image', source: { type: 'url', url: 'https://x.example/i' } }), 'source'],
    [
      'anthropic',
      said({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: '' } }),
      'source',
    ],
    ['google', { cachedContent: 'cachedContents/1' }, 'cachedcontent'],
    ['google', { contents: [{ parts: [{ fileData: { fileUri: 'x' } }] }] }, 'fileData'],
    ['google', { contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav', data: '' } }] }] }, 'inlineData'],
  ];
  for (const [provider, body, what] of cases) assert.equal(costs(provider, body)[1], what, JSON.stringify(body));
});

test('what clients and agents usually send has a price and a bound', () => {
  const png = 'iVBORw0KGgo=';
  const cases: [WireProvider, object][] = [
    ['anthropic', { system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }], speed: 'standard' }],
    ['anthropic', said({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } })],
    ['anthropic', said({ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'a', source: { type: 'url' } } })],
    [
      'anthropic',
      {
        tools: [
          { name: 'web_search', input_schema: {} },
          { type: 'bash_20250124', name: 'bash' },
        ],
      },
    ],
    [
      'openai',
      { service_tier: 'flex', background: false, store: false, tools: [{ type: 'custom', name: 'apply_patch' }] },
    ],
    [
      'openai',
      {
        input: [
          { type: 'function_call', arguments: '{}' },
          { type: 'web_search_call', id: 'w' },
        ],
      },
    ],
    ['openai', { input: 'hello', include: ['reasoning.encrypted_content'], prompt_cache_key: 'k' }],
    ['openai-compatible', said({ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } })],
    ['google', { contents: [{ parts: [{ functionCall: { name: 'f', args: { fileData: 'x' } } }] }] }],
    [
      'google',
      {
        contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: png } }] }],
        tools: [{ function_declarations: [] }],
      },
    ],
  ];
  for (const [provider, body] of cases) assert.deepEqual(costs(provider, body), [null, null], JSON.stringify(body));
});
