import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openModelAgent } from '../../../src/agents/model/model-agent.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { event, type Play, reply, StandIn, stream } from '../../providers/ai-sdk/stand-in.ts';
import { AgentHouse } from '../agent-house.ts';

/** Works where the gateway plays one after the other, and gives what it was asked. */
async function work(house: AgentHouse, spec: string, ...plays: readonly Play[]) {
  let at = 0;
  const play: Play = async (response, seen) => {
    at += 1;
    await (plays[at - 1] ?? plays.at(-1))?.(response, seen);
  };
  await using standIn = await StandIn.open(play);
  const gateway = { origin: standIn.access.origin, tokens: { drafter: '', reviewer: '', agent: 'token-a' } };
  const agent = openModelAgent(spec, house.surroundings({ gateway }));
  const answer: ProviderReply = await agent.work(house.job(), house.options());
  return { answer, calls: standIn.calls, bodies: standIn.calls.map(({ body }) => JSON.parse(body)) };
}

const usage = { input_tokens: 10, output_tokens: 1 };

/** A turn of Anthropic's: some words, then tools. */
function anthropicTurn(
  tools: readonly [name: string, input: string][],
  stop = 'tool_use',
  words = 'Let me see.',
): Play {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  };
  const block = (index: number, start: object, delta: object) => [
    event({ type: 'content_block_start', index, content_block: start }, 'content_block_start'),
    event({ type: 'content_block_delta', index, delta }, 'content_block_delta'),
    event({ type: 'content_block_stop', index }, 'content_block_stop'),
  ];
  return stream(
    event({ type: 'message_start', message }, 'message_start'),
    ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: words }),
    ...tools.flatMap(([name, partial_json], at) =>
      block(
        at + 1,
        { type: 'tool_use', id: `tool_${at}`, name, input: {} },
        { type: 'input_json_delta', partial_json },
      ),
    ),
    event({ type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 5 } }, 'message_delta'),
    event({ type: 'message_stop' }, 'message_stop'),
  );
}

const finished = anthropicTurn([['finish', '{"summary":"Done"}']]);

test('several tools in one turn are all used, in order, and all answered', async () => {
  using house = new AgentHouse();
  const both = anthropicTurn([
    ['write_file', '{"path":"a","content":"1"}'],
    ['edit_file', '{"path":"a","find":"1","replace":"2"}'],
  ]);
  const { answer, bodies, calls } = await work(house, 'model:anthropic:m', both, finished);
  assert.deepEqual(answer, { kind: 'answer', text: 'Done', model: 'anthropic:m', usd: 0.25 });
  assert.equal(house.text('a'), '2');
  const [, said, told] = bodies[1].messages;
  assert.deepEqual(
    said.content.map(({ type }: { type: string }) => type),
    ['text', 'tool_use', 'tool_use'],
  );
  assert.deepEqual(
    told.content.map(({ tool_use_id, content }: { tool_use_id: string; content: unknown }) => [tool_use_id, content]),
    [
      ['tool_0', 'Written.'],
      ['tool_1', 'Changed.'],
    ],
  );
  assert.equal(house.printed.join(''), 'Let me see.\n> write_file a\n> edit_file a\nLet me see.\n> finish\n');
  assert.equal(new Set(calls.map(({ headers }) => headers['x-agentos-call'])).size, 1);
  assert.ok(calls.every(({ headers }) => headers['x-api-key'] === 'token-a'));
});

test('what is asked again is marked for caches: rules, the work, and all that was said so far', async () => {
  using house = new AgentHouse();
  const list = anthropicTurn([['list_files', '{}']]);
  const { bodies } = await work(house, 'model:anthropic:m', list, list, finished);
  const marks = (body: unknown) => JSON.stringify(body).split('"cache_control"').length - 1;
  assert.deepEqual(bodies.map(marks), [2, 3, 3]);
  const last = bodies[2].messages.at(-1).content.at(-1);
  assert.deepEqual(last.cache_control, { type: 'ephemeral' });
  assert.equal(bodies[2].messages[2].content[0].cache_control, undefined);
});

test('a reply that was cut off is not kept: the model is asked for smaller steps', async () => {
  using house = new AgentHouse();
  const cut = anthropicTurn([['write_file', '{"path":"a","conte']], 'max_tokens');
  const { answer, bodies } = await work(house, 'model:anthropic:m', cut, finished);
  assert.equal(answer.kind, 'answer');
  assert.equal(house.text('a'), null);
  assert.match(JSON.stringify(bodies[1].messages.at(-1)), /smaller steps/);
});

test('an input that is no JSON is told to the model as a mistake of its own', async () => {
  using house = new AgentHouse();
  const broken = anthropicTurn([['write_file', '{"path": oops']]);
  const { answer, bodies } = await work(house, 'model:anthropic:m', broken, finished);
  assert.equal(answer.kind, 'answer');
  const [, said, told] = bodies[1].messages;
  assert.deepEqual(said.content.at(-1).input, {});
  assert.match(JSON.stringify(told), /input of write_file is wrong/);
  assert.equal(JSON.stringify(told).split('tool_0').length - 1, 1);
});

test('no capacity in the midst of the work parks it; what was edited stays', async () => {
  using house = new AgentHouse();
  const untilAt = Date.now() + 100_000;
  const headers = { 'x-agentos-parked-until': String(untilAt), 'x-agentos-reason': 'all are busy' };
  const write = anthropicTurn([['write_file', '{"path":"a","content":"1"}']]);
  const { answer } = await work(house, 'model:anthropic:m', write, reply(429, headers, {}));
  assert.deepEqual(answer, { kind: 'parked', untilAt, reason: 'all are busy', cause: 'limit', heldMs: 0 });
  assert.equal(house.text('a'), '1');
});

test('refusals and cut streams are what they are for every provider call', async () => {
  using house = new AgentHouse();
  const broken: Play = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      event({ type: 'message_start', message: { id: 'm', role: 'assistant', model: 'm', content: [], usage } }),
    );
    response.destroy();
  };
  const summary = async (play: Play) => {
    const { answer } = await work(house, 'model:anthropic:m', play);
    return answer.kind === 'refusal' ? `${answer.failure.code} ${answer.isFinal}` : answer.kind;
  };
  assert.equal(await summary(broken), 'network false');
  assert.equal(await summary(reply(401, {}, { type: 'error', error: { type: 'authentication_error' } })), 'auth true');
  assert.equal(await summary(reply(200, {}, {})), 'unreadable true');
  const budget = { 'x-agentos-refused': 'budget', 'x-agentos-reason': 'spent' };
  assert.equal(await summary(reply(402, budget, {})), 'budget true');
});

test('functions of Gemini are used, and its signatures go back to it', async () => {
  using house = new AgentHouse();
  const turn = (name: string, args: object) =>
    stream(
      event({
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { name, args }, thoughtSignature: 'c2lnbmVk' }] },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
        modelVersion: 'g',
      }),
    );
  const { answer, bodies } = await work(
    house,
    'model:google:g',
    turn('write_file', { path: 'a', content: '1' }),
    turn('finish', { summary: 'Done' }),
  );
  assert.deepEqual(answer, { kind: 'answer', text: 'Done', model: 'google:g', usd: 0.25 });
  assert.equal(house.text('a'), '1');
  assert.match(JSON.stringify(bodies[1]), /c2lnbmVk/);
  assert.match(JSON.stringify(bodies[1]), /functionResponse/);
});
