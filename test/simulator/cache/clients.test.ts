import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateText, type LanguageModel, type ModelMessage, streamText } from 'ai';
import { openPrices } from '../../../src/prices/price-list.ts';
import { openMeter } from '../../../src/providers/wire/meter.ts';
import type { TakenTokens } from '../../../src/simulator/setup.ts';
import { keyHeader } from '../asking.ts';
import { type Client, clients, makeModel } from '../clients.ts';
import { type OneScope, openScope, providerOf } from '../setup.ts';
import { textOf } from './prompts.ts';

const kept = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** Rules, what stays, and what is new: the first two are marked. */
function makeMessages(question: string): ModelMessage[] {
  return [
    { role: 'system', content: textOf(1000, 's'), providerOptions: kept },
    {
      role: 'user',
      content: [
        { type: 'text', text: textOf(1000, 'i'), providerOptions: kept },
        { type: 'text', text: question },
      ],
    },
  ];
}

/** What the SDK says that a call took. */
async function ask(model: LanguageModel, question: string, isStream: boolean): Promise<TakenTokens> {
  const options = { model, messages: makeMessages(question), allowSystemInMessages: true, maxRetries: 0 };
  const { usage } = isStream ? streamText(options) : await generateText(options);
  const { inputTokens, outputTokens, inputTokenDetails } = await usage;
  return {
    input: inputTokens ?? Number.NaN,
    cacheRead: inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: inputTokenDetails.cacheWriteTokens ?? 0,
    output: outputTokens ?? Number.NaN,
  };
}

function logged({ simulator }: OneScope): TakenTokens[] {
  return simulator.log.map(({ tokens }) => tokens);
}

for (const client of clients) {
  test(`${client}: a beginning that was sent before is read from the cache, and the SDK sees the numbers of the log`, async () => {
    for (const isStream of [false, true]) {
      await using ours = await openScope(providerOf[client]);
      const model = makeModel(client, ours.origin, ours.key);
      const seen = [
        await ask(model, textOf(500, 'q'), isStream),
        await ask(model, textOf(400, 'r'), isStream),
        await ask(model, textOf(300, 'r'), isStream),
      ];
      assert.deepEqual(seen, logged(ours), client);
      const [first, second, third] = seen;
      assert.deepEqual([first?.input, second?.input, third?.input], [2500, 2400, 2300]);
      const isMarked = client === 'anthropic';
      assert.deepEqual([first?.cacheRead, first?.cacheWrite], [0, isMarked ? 2000 : 0]);
      assert.deepEqual([second?.cacheRead, second?.cacheWrite], [isMarked ? 2000 : 1920, 0]);
      assert.deepEqual([third?.cacheRead, third?.cacheWrite], [isMarked ? 2000 : 2176, 0]);
    }
  });

  test(`${client}: each model has a cache of its own, a reset empties it, and a refused call fills none`, async () => {
    await using ours = await openScope(providerOf[client], { faults: [{ kind: 'overload', toCall: 1 }] });
    const readBy = async (model: string) => (await send(ours, client, model, false)).tokens.cacheRead;
    assert.deepEqual([await readBy('one'), await readBy('one')], [0, 0]);
    assert.ok((await readBy('one')) > 0);
    assert.equal(await readBy('other'), 0);
    ours.simulator.reset();
    assert.deepEqual([await readBy('one'), await readBy('one')], [0, 0]);
  });
}

/** A request as it is on the wire, what our meter reads in the reply, and the truth. */
async function send(ours: OneScope, client: Client, model: string, isStream: boolean) {
  const mark = client === 'anthropic' ? { cache_control: { type: 'ephemeral' } } : {};
  const part = { type: client === 'openai' ? 'input_text' : 'text', text: textOf(1500, 'i'), ...mark };
  const messages = [{ role: 'user', content: [part] }];
  const stream = isStream ? { stream: true } : {};
  const verb = isStream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const [path, body] = {
    anthropic: ['/v1/messages', { model, max_tokens: 99, messages, ...stream }] as const,
    openai: ['/v1/responses', { model, input: messages, ...stream }] as const,
    'openai-chat': ['/v1/chat/completions', { model, messages, ...stream }] as const,
    'openai-compatible': ['/v1/chat/completions', { model, messages, ...stream }] as const,
    google: [
      `/v1beta/models/${model}:${verb}`,
      { contents: [{ role: 'user', parts: [{ text: part.text }] }] },
    ] as const,
  }[client];
  const headers = keyHeader(client, ours.key);
  const reply = await fetch(ours.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const meter = openMeter(apiOf[client], isStream);
  meter.push(new Uint8Array(await reply.arrayBuffer()));
  meter.end();
  const entry = ours.simulator.log.at(-1);
  assert.ok(entry !== undefined);
  return { usage: meter.usage, tokens: entry.tokens };
}

const apiOf = {
  anthropic: 'anthropic-messages',
  openai: 'openai-responses',
  'openai-chat': 'openai-chat',
  'openai-compatible': 'openai-chat',
  google: 'gemini',
} as const;

test('our meter reads the numbers of the log, and the price counts reads and writes as what they are', async () => {
  const price = { inputPerMillion: 1e6, cacheReadPerMillion: 1e3, cacheWritePerMillion: 2e6, outputPerMillion: 1 };
  for (const client of clients) {
    const provider = providerOf[client];
    const prices = await openPrices({ [`${provider}:some`]: price });
    for (const isStream of [false, true]) {
      await using ours = await openScope(provider, {}, { answer: () => textOf(7) });
      for (const isFirst of [true, false]) {
        const { usage, tokens } = await send(ours, client, 'some', isStream);
        const { input, cacheRead, cacheWrite, output } = tokens;
        const fresh = input - cacheRead - cacheWrite;
        assert.deepEqual(usage, {
          inputTokens: fresh,
          cacheReadTokens: cacheRead,
          cacheWriteTokens: cacheWrite,
          outputTokens: output,
        });
        assert.equal(cacheRead > 0, !isFirst);
        assert.equal(cacheWrite > 0, isFirst && client === 'anthropic');
        const usd = usage && prices.usdOf(provider, 'some', usage);
        assert.ok(Math.abs((usd ?? 0) - (fresh + cacheRead / 1e3 + cacheWrite * 2 + output / 1e6)) < 1e-6, client);
      }
    }
  }
});

test('what is read from a cache takes nothing of a limit of input tokens, with Anthropic and with nobody else', async () => {
  for (const client of ['anthropic', 'openai'] as const) {
    const limits = { inputTokens: { kind: 'bucket', perMinute: 3500 } } as const;
    await using ours = await openScope(providerOf[client], { limits }, { now: () => 0 });
    const model = makeModel(client, ours.origin, ours.key);
    await ask(model, 'one', false);
    const second = ask(model, 'two', false);
    if (client === 'anthropic') assert.equal((await second).cacheRead, 2000);
    else await assert.rejects(second);
  }
});

test('the form of the answer and the tools stand before all else, and are counted', async () => {
  await using ours = await openScope('openai');
  const ask = async (schema: unknown) => {
    const body = {
      model: 'm',
      text: { format: { type: 'json_schema', name: 'x', schema } },
      input: textOf(2000, 'i'),
    };
    await fetch(`${ours.origin}/v1/responses`, {
      method: 'POST',
      headers: keyHeader('openai', ours.key),
      body: JSON.stringify(body),
    });
    return ours.simulator.log.at(-1)?.tokens;
  };
  const [one, other] = [{ type: 'object', required: ['a'] }, { type: 'object' }];
  assert.equal((await ask(one))?.input, 2000 + Math.ceil(JSON.stringify(one).length / 4));
  assert.equal((await ask(one))?.cacheRead, 1920);
  assert.equal((await ask(other))?.cacheRead, 0);
});

test('five marks are refused as a bad request', async () => {
  await using ours = await openScope('anthropic');
  const part = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: Array(5).fill(part) }] };
  const headers = keyHeader('anthropic', ours.key);
  const reply = await fetch(`${ours.origin}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(reply.status, 400);
  assert.match(await reply.text(), /maximum of 4 blocks/);
});

test('whoever makes an answer may say in the log what it was about', async () => {
  await using ours = await openScope('openai', {}, { answer: () => ({ text: 'Yes.', about: 'review' }) });
  assert.equal(
    (await generateText({ model: makeModel('openai', ours.origin, ours.key), prompt: 'Well?' })).text,
    'Yes.',
  );
  assert.equal(ours.simulator.log[0]?.about, 'review');
});
