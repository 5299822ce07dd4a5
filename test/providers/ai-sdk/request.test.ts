import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedVerdictSchema } from '../../../src/governance/verdict/verdict.ts';
import { makePrompt } from '../../../src/workflows/requirements/prompts/make-prompt.ts';
import { draftAsk, reviewAsk } from '../briefs.ts';
import { type Wire, wires } from './answers.ts';
import { askWhere } from './asking.ts';
import { stream } from './stand-in.ts';

/** None of these may ever be read where models are asked. */
const canary = `canary-${crypto.randomUUID()}`;
const variables = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
for (const name of variables) process.env[name] = canary;
for (const name of ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'HTTP_PROXY', 'http_proxy']) {
  process.env[name] = 'http://127.0.0.1:9/elsewhere';
}

async function askOf(wire: Wire, kind: 'draft' | 'review') {
  const answer = kind === 'draft' ? 'A text' : '{"verdict":"APPROVED"}';
  return await askWhere(stream(wire.begin(), wire.text(answer), wire.end('stop')), {
    spec: `${wire.provider}:${wire.model}`,
    role: kind === 'draft' ? 'drafter' : 'reviewer',
    ask: kind === 'draft' ? draftAsk : reviewAsk('# A design'),
  });
}

test('a call goes to the gateway, once, with the token of its role where a key would be, and a name of its own', async () => {
  for (const wire of wires) {
    const { standIn } = await askOf(wire, 'draft');
    const [call, receipt, ...more] = standIn.seen;
    assert.deepEqual(more, []);
    assert.equal(`${call?.method} ${call?.url}`, `POST ${wire.path}`);
    const [header, prefix] = wire.keyHeader;
    assert.equal(call?.headers[header], `${prefix}token-d`);
    const id = String(call?.headers['x-agentos-call']);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(`${receipt?.method} ${receipt?.url}`, `GET /receipts/${id}`);
    assert.equal(receipt?.headers.authorization, 'Bearer token-d');
    const again = await askOf(wire, 'review');
    assert.equal(again.standIn.calls[0]?.headers[header], `${prefix}token-r`);
    assert.notEqual(again.standIn.calls[0]?.headers['x-agentos-call'], id);
  }
});

test('no key and no address of the environment is used', async () => {
  for (const wire of wires) {
    const { standIn, reply } = await askOf(wire, 'draft');
    assert.equal(reply.kind, 'answer');
    assert.ok(!JSON.stringify(standIn.seen).includes(canary));
  }
});

test('the prompt is sent whole: the rules as rules, the rest as what the user says, most stable first', async () => {
  for (const wire of wires) {
    const { system, context, question } = makePrompt(reviewAsk('# A design'));
    const { standIn } = await askOf(wire, 'review');
    const body: unknown = JSON.parse(standIn.calls[0]?.body ?? '');
    const texts = [...context, question];
    const sent = expectedParts(wire, system, texts);
    assert.deepEqual(Object.fromEntries(Object.keys(sent).map((key) => [key, Reflect.get(Object(body), key)])), sent);
  }
});

/** Everything but the form of the reply. */
function expectedParts({ provider, model }: Wire, system: string, texts: readonly string[]): object {
  const kept = { cache_control: { type: 'ephemeral' } };
  switch (provider) {
    case 'anthropic':
      return {
        model,
        max_tokens: 16_000,
        system: [{ type: 'text', text: system, ...kept }],
        messages: [
          {
            role: 'user',
            content: texts.map((text, at) => ({ type: 'text', text, ...(at < texts.length - 1 ? kept : {}) })),
          },
        ],
        stream: true,
      };
    case 'openai':
      return {
        model,
        max_output_tokens: 16_000,
        store: false,
        input: [
          { role: 'system', content: system },
          { role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) },
        ],
        stream: true,
      };
    case 'google':
      return {
        systemInstruction: { parts: [{ text: system }] },
        contents: [{ role: 'user', parts: texts.map((text) => ({ text })) }],
      };
    case 'openai-compatible':
      return {
        model,
        max_tokens: 16_000,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: texts.map((text) => ({ type: 'text', text })) },
        ],
        stream: true,
        stream_options: { include_usage: true },
      };
  }
}

test('a review is asked for by a form that every provider takes: no oneOf, no bound of a number, every key required', async () => {
  for (const wire of wires) {
    const { standIn, reply } = await askOf(wire, 'review');
    assert.equal(reply.kind === 'answer' && reply.text, '{"verdict":"APPROVED"}', 'the text stays as it came');
    const schema = findSchema(JSON.parse(standIn.calls[0]?.body ?? ''));
    assert.ok(schema !== null, `${wire.provider} got no form`);
    const text = JSON.stringify(schema);
    assert.doesNotMatch(text, /"oneOf"|"minimum"|"maximum"/);
    const required: unknown = Reflect.get(schema, 'required');
    assert.deepEqual(new Set(Array.isArray(required) ? required : []), new Set(Object.keys(askedVerdictSchema.shape)));
  }
});

/** The JSON schema in a request, wherever it stands: the one object whose properties are those of a verdict. */
function findSchema(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  const properties: unknown = Reflect.get(value, 'properties');
  if (typeof properties === 'object' && properties !== null && 'resolvedQuestions' in properties) return value;
  return Object.values(value).reduce<object | null>((found, one) => found ?? findSchema(one), null);
}
