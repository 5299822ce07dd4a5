import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WireProvider } from '../../../src/model/credential.ts';
import { findEndpoint } from '../../../src/providers/wire/endpoints.ts';
import { parsePlainObject } from '../../../src/providers/wire/plain-json.ts';
import { readRequest, type WireRequest } from '../../../src/providers/wire/request.ts';

const refused = { name: 'AgentOsError', code: 'REQUEST_UNREADABLE' };
const paths: Readonly<Record<WireProvider, string>> = {
  anthropic: '/v1/messages',
  openai: '/v1/responses',
  'openai-compatible': '/v1/chat/completions',
  google: '/v1beta/models/gemini-2.5-pro:generateContent',
};

function read(body: string | Uint8Array, provider: WireProvider = 'openai-compatible'): WireRequest {
  const endpoint = findEndpoint(provider, 'POST', paths[provider]);
  assert.ok(endpoint);
  return readRequest(endpoint.api, endpoint, Buffer.from(body));
}

test('a name that stands twice is refused, near the top and however it is spelt', () => {
  for (const body of [
    '{"model":"big","model":"granted"}',
    '{"model":"granted","model":"granted"}',
    '{"mod\\u0065l":"big","model":"granted"}',
    '{"model":"granted","a":[1,{"b":"}"}],"\\u006dodel":"big"}',
    '{"model":"granted","text":"\\\\\\"","model":"big"}',
    '{"model":"m","thinking":{"budget_tokens":1,"budget_tokens":9}}',
    '{"model":"m","tools":[{"type":"function","type":"web_search"}]}',
    '{"model":"m","a":{"b":{"c":{"d":1,"d":2}}}}',
  ]) {
    assert.throws(() => read(body), refused, body);
  }
});

test('strings that look like fields, and names far down, are nobody’s choice', () => {
  for (const body of [
    '{"model":"m","text":"\\"model\\":\\"big\\""}',
    '{"model":"m","list":["model","model",{"model":1},{"model":2}]}',
    '{"model":"m","text":"\\\\","n":null}',
    '{"model":"m","a":{"b":{"c":{"d":{"e":1,"constructor":2}}}}}',
    ' \n{"model":"m","messages":[{"role":"user","content":"models, fallbacks and route"}]}\t',
  ]) {
    assert.equal(read(body).model, 'm', body);
  }
});

test('what other parsers would read in another way is refused', () => {
  const plain = '{"model":"m"}';
  const bodies: (string | Uint8Array)[] = [
    `\ufeff${plain}`,
    Buffer.from(plain, 'utf16le'),
    Buffer.from(`\ufeff${plain}`, 'utf16le'),
    Buffer.concat([Buffer.from('{"model":"m","text":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    Buffer.concat([Buffer.from('{"model":"m","text":"'), Buffer.from([0xc0, 0xa2]), Buffer.from('"}')]),
    `${plain}${plain}`,
    `${plain}\n{"model":"big"}`,
    `${plain}\0`,
    `${plain},`,
    `[${plain}]`,
    '{"model":"m",}',
    "{'model':'m'}",
    '{"model":"m"/**/}',
    '{"model":"m","n":NaN}',
    `{"model":"m","deep":${'['.repeat(2000)}${']'.repeat(2000)}}`,
  ];
  for (const body of bodies) assert.throws(() => read(body), refused, Buffer.from(body).toString('latin1'));
});

test('a field by which another model, provider or address could be chosen is refused', () => {
  const fields = [
    ['models', ['big']],
    ['model_name', 'big'],
    ['modelId', 'big'],
    ['fallbacks', [{ model: 'big' }]],
    ['fallback_models', ['big']],
    ['route', 'fallback'],
    ['router', {}],
    ['provider', { order: ['dear'] }],
    ['preset', 'big'],
    ['engine', 'big'],
    ['deployment_id', 'big'],
    ['api_base', 'http://evil.example'],
    ['base_url', 'http://evil.example'],
    ['api_key', 'x'],
    ['user_config', {}],
    ['litellm_params', {}],
    ['extra_body', { model: 'big' }],
    ['__proto__', { model: 'big' }],
    ['constructor', {}],
    ['MODELS', ['big']],
    ['Api-Base', 'x'],
  ] as const;
  for (const [name, value] of fields) {
    const body = `{"model":"m",${JSON.stringify(name)}:${JSON.stringify(value)}}`;
    for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
      assert.throws(() => read(body, provider), refused, `${provider} ${name}`);
    }
  }
  for (const name of ['routingConfig', 'modelSelectionConfig', 'model_selection_config']) {
    const body = JSON.stringify({ generationConfig: { [name]: {} } });
    assert.throws(() => read(body, 'google'), refused, name);
  }
});

test('a tool that asks a model of its own is refused', () => {
  const adviser = { type: 'advisor_20260301', name: 'advisor', model: 'big' };
  const bodies = [
    { tools: [{ name: 'mine', input_schema: { properties: { model: {} } } }, adviser] },
    { tools: [{ type: 'namespace', name: 'n', tools: [adviser] }] },
    { tools: [{ type: 'image_generation', Model: 'big' }] },
    { plugins: [{ id: 'fusion', analysis_models: ['big'] }] },
  ];
  for (const body of bodies) {
    for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
      assert.throws(() => read(JSON.stringify({ model: 'm', ...body }), provider), refused, JSON.stringify(body));
    }
  }
  const parameters = { properties: { model: { type: 'string' } } };
  const tools = [
    { type: 'function', function: { name: 'choose_model', parameters } },
    { type: 'function', parameters },
  ];
  assert.equal(read(JSON.stringify({ model: 'm', tools })).model, 'm', 'what a tool of the caller is told is its own');
});

test('a model that is spelt in another way is none', () => {
  for (const body of [
    '{"MODEL":"m"}',
    '{"Model":"big","model":"m"}',
    '{"model":"m","mod_el":"big"}',
    '{"model":"m","max_to\u212aens":9}',
    '{"model":"m","\u017ftream":true}',
    '{"model":"m","":1}',
    '{"model":["m"]}',
    '{"model":{"id":"m"}}',
  ]) {
    assert.throws(() => read(body), refused, body);
  }
  const both = { generationConfig: { maxOutputTokens: 1 }, generation_config: { maxOutputTokens: 9 } };
  assert.throws(() => read(JSON.stringify(both), 'google'), refused);
  const inside = { generationConfig: { maxOutputTokens: 1, max_output_tokens: 9 } };
  assert.throws(() => read(JSON.stringify(inside), 'google'), refused);
});

/** JSON with every character of a string spelt as it is, or as an escape. */
function spell(value: unknown, isEscaped: () => boolean): string {
  if (typeof value === 'string') {
    const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
    const asItIs = (unit: number) => JSON.stringify(String.fromCharCode(unit)).slice(1, -1);
    const asEscape = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;
    return `"${units.map((unit) => (isEscaped() ? asEscape(unit) : asItIs(unit))).join('')}"`;
  }
  if (Array.isArray(value)) return `[${value.map((item) => spell(item, isEscaped)).join(' ,')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${spell(name, isEscaped)} :${spell(item, isEscaped)}`)
    .join(',')}}`;
}

test('any JSON object is read as it was meant, and with one name more of the same kind it is refused', () => {
  const name = fc
    .string({ unit: 'binary', maxLength: 5 })
    .filter((text) => text.isWellFormed() && !/^(__proto__|prototype|constructor)$/.test(text));
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const leaf = fc.oneof(text, fc.constant('\\"'), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const objects = fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  fc.assert(
    fc.property(objects, fc.infiniteStream(fc.boolean()), (data, escapes) => {
      const isEscaped = () => escapes.next().value ?? false;
      const body = spell(data, isEscaped);
      assert.deepEqual({ ...parsePlainObject(Buffer.from(body)) }, { ...data });
      const [again = ''] = Object.keys(data);
      const twice = `${body.slice(0, -1)},${spell(again, isEscaped)}:0}`;
      assert.throws(() => parsePlainObject(Buffer.from(twice)), refused);
    }),
    { numRuns: 500 },
  );
});
