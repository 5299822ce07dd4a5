import assert from 'node:assert/strict';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { type WireProvider, wireProviders } from '../../../src/model/credential.ts';
import { openAiSdkProvider } from '../../../src/providers/ai-sdk/ai-sdk-provider.ts';
import { type CallLimits, defaultLimits } from '../../../src/providers/ai-sdk/call-limits.ts';
import type { DesignAsk as Ask, ProviderReply } from '../../../src/providers/provider.ts';
import type { AnswerRequest, Fault } from '../../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { makePrompt } from '../../../src/workflows/requirements/prompts/make-prompt.ts';
import { readVerdictReply } from '../../../src/workflows/requirements/verdict-reply.ts';
import { askOptions, draftAsk, reviewAsk } from '../briefs.ts';
import { summarise } from './asking.ts';
import { type Play, StandIn } from './stand-in.ts';

/** The simulator's answers through nothing but a door that takes the provider off the path, as the gateway does. */
let simulator: Simulator;
let door: StandIn;
const asked: AnswerRequest[] = [];
const keys = Object.fromEntries(wireProviders.map((provider) => [provider, `sim-${crypto.randomUUID()}`]));

before(async () => {
  simulator = await openSimulator({
    scopes: wireProviders.map((provider) => ({ id: provider, provider, keys: [keys[provider] ?? ''] })),
    answer(given) {
      asked.push(given);
      return isReview(given) ? JSON.stringify(verdict) : `{"text":"Grüße von ${given.model}"}`;
    },
  });
  door = await StandIn.open(forwardTo(simulator.origin), null);
});

after(async () => {
  await door[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

const verdict = {
  verdict: 'REVISE',
  summary: 'It could work.',
  findings: [
    { tier: 1, category: 'Safety', title: 'T', detail: 'D', section: '2.5', quote: null, recommendation: null },
    { tier: 3, category: null, title: 'T', detail: 'D', section: null, quote: 'Q', recommendation: 'R' },
  ],
  resolvedQuestions: [],
  coverage: [{ requirement: 1, text: 'It lists', scenarios: ['010'] }],
  questions: [],
};

function isReview({ prompt }: AnswerRequest): boolean {
  return /^Review the design/m.test(prompt);
}

function forwardTo(origin: string): Play {
  return async (response, { method, url, headers, body }) => {
    const path = url.replace(/^\/[a-z-]+/, '');
    const sent = request(new URL(path, origin), { method, headers: { ...headers, host: new URL(origin).host } });
    sent.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      pipeline(reply, response).catch(() => response.destroy());
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    sent.end(body);
  };
}

async function ask(
  provider: WireProvider,
  one: Ask = draftAsk,
  limits: Partial<CallLimits> = {},
  model = 'some-model-1',
): Promise<ProviderReply> {
  const token = keys[provider] ?? '';
  const gateway = { origin: door.access.origin, tokens: { drafter: token, reviewer: token, agent: token } };
  const opened = openAiSdkProvider(`${provider}:${model}`, 'drafter', gateway, { ...defaultLimits, ...limits });
  return await opened.ask(one, askOptions({ prompt: makePrompt(one) }));
}

test('each provider drafts a text, and is recorded as who answered', async () => {
  for (const provider of wireProviders) {
    const text = '{"text":"Grüße von some-model-1"}';
    assert.deepEqual(await ask(provider), { kind: 'answer', text, model: `${provider}:some-model-1`, usd: null });
    const heard = asked.at(-1);
    assert.equal(heard?.provider, provider);
    assert.match(heard.system, /^You write low-level designs/);
    assert.match(heard.prompt, /^Write the design for issue 137\./m);
  }
});

test('each provider reviews in the form that was asked for, and our reader takes the reply', async () => {
  for (const provider of wireProviders) {
    const reply = await ask(provider, reviewAsk('# A design'));
    assert.ok(reply.kind === 'answer', `${provider}: ${JSON.stringify(reply)}`);
    assert.deepEqual(readVerdictReply(reply.text), { data: verdict });
    assert.match(asked.at(-1)?.system ?? '', /^You review low-level designs/);
  }
});

test('a model of Anthropic that knows no form of its own is asked by a tool, and answers all the same', async () => {
  const reply = await ask('anthropic', reviewAsk('# A design'), {}, 'claude-3-haiku-20240307');
  assert.ok(reply.kind === 'answer', JSON.stringify(reply));
  assert.deepEqual(readVerdictReply(reply.text), { data: verdict });
});

test('another model is known by the reply itself, but for Google, where the SDK does not say who answered', async () => {
  for (const provider of wireProviders) {
    simulator.set(provider, { faults: [{ kind: 'downgrade', model: 'tiny-model' }] });
    const expected = provider === 'google' ? 'answer' : 'downgrade, final';
    assert.equal(summarise(await ask(provider)), expected, provider);
    simulator.set(provider, { faults: [] });
  }
});

const faults: readonly (readonly [Fault, string, Partial<CallLimits>])[] = [
  [{ kind: 'rate' }, 'limit', {}],
  [{ kind: 'overload' }, 'outage', {}],
  [{ kind: 'server-error' }, 'network', {}],
  [{ kind: 'revoked' }, 'auth, final', {}],
  [{ kind: 'quota' }, 'limit', {}],
  [{ kind: 'stream-error', trouble: 'overload' }, 'outage', {}],
  [{ kind: 'cut', bytes: 40 }, 'network', {}],
  [{ kind: 'html-429' }, 'limit', {}],
  [{ kind: 'wrong-type' }, 'unreadable, final', {}],
  [{ kind: 'huge', bytes: 3_000_000 }, 'unreadable, final', { maxReplyChars: 1_000_000 }],
  [{ kind: 'endless' }, 'unreadable, final', { maxReplyChars: 1000 }],
  [{ kind: 'hang' }, 'timeout, final', { wallMs: 200 }],
  [{ kind: 'garbage-headers' }, 'answer', {}],
];

test('whatever a provider does wrong has its code, and no key that it repeats comes through', async () => {
  for (const provider of wireProviders) {
    for (const [fault, summary, limits] of faults) {
      simulator.set(provider, { faults: [fault] });
      assert.equal(summarise(await ask(provider, draftAsk, limits)), summary, `${provider} ${fault.kind}`);
    }
    simulator.set(provider, { faults: [{ kind: 'echo-key' }] });
    const echoed = await ask(provider);
    assert.equal(summarise(echoed), 'auth, final');
    assert.ok(!JSON.stringify(echoed).includes(keys[provider] ?? ''));
    simulator.set(provider, { faults: [] });
  }
});
