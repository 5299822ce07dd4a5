import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSimulator } from '../../src/simulator/simulator.ts';

const schema = { type: 'object', properties: { verdict: { type: 'string' } }, required: ['verdict'] };

async function ask(
  tools: readonly object[],
  more: object = {},
): Promise<{ content: { type: string; name?: string }[] }> {
  const key = `sim-${crypto.randomUUID()}`;
  await using simulator = await openSimulator({ scopes: [{ id: 'a', provider: 'anthropic', keys: [key] }] });
  const body = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Judge.' }], tools, ...more };
  const reply = await fetch(`${simulator.origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await reply.text());
}

test('a tool that only exists to take an answer is called with one, also when nobody forces it', async () => {
  for (const name of ['json', 'StructuredOutput']) {
    const other = { name: 'Read', input_schema: { type: 'object' } };
    const { content } = await ask([other, { name, input_schema: schema }]);
    assert.deepEqual(content, [{ type: 'tool_use', id: 'toolu_sim00000001', name, input: { verdict: '' } }]);
  }
});

test('other tools are called only when they are forced', async () => {
  const tools = [{ name: 'Read', input_schema: schema }];
  assert.equal((await ask(tools)).content[0]?.type, 'text');
  assert.equal((await ask(tools, { tool_choice: { type: 'any' } })).content[0]?.name, 'Read');
});
