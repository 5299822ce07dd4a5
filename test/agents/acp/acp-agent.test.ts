import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openAcpAgent } from '../../../src/agents/acp/acp-agent.ts';
import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import type { AgentSurroundings } from '../../../src/agents/surroundings.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { type Play, reply, StandIn } from '../../providers/ai-sdk/stand-in.ts';
import { projectDir } from '../../workspace.ts';
import { AgentHouse } from '../agent-house.ts';

const program = join(projectDir, 'test/agents/acp/stand-in-agent.ts');

interface Setup {
  readonly job?: Partial<AgentJob>;
  readonly options?: Partial<JobOptions>;
  readonly surroundings?: Partial<AgentSurroundings>;
}

/** Has an agent work that behaves in a way. */
async function work(
  house: AgentHouse,
  how: string,
  { job, options, surroundings }: Setup = {},
): Promise<ProviderReply> {
  const spec = `acp:'${process.execPath}' '${program}' ${how}`;
  return await openAcpAgent(spec, house.surroundings(surroundings)).work(house.job(job), house.options(options));
}

function summarise(answer: ProviderReply): string {
  if (answer.kind !== 'refusal') return answer.kind;
  return `${answer.failure.code}${answer.isFinal ? ' for good' : ''}: ${answer.failure.message}`;
}

function limits(house: AgentHouse, changes: Partial<AgentJob['limits']>): Setup {
  return { job: { limits: { ...house.job().limits, ...changes } } };
}

describe('an agent of the protocol', { concurrency: 4 }, () => {
  test('gets the job, asks, writes by itself and through us, and its last words are its answer', async () => {
    using house = new AgentHouse();
    const answer = await work(house, 'good');
    assert.deepEqual(answer, { kind: 'answer', text: 'All is done: b2', model: 'acp:node', usd: null });
    assert.match(house.text('a.txt') ?? '', /^Stay in the worktree\.\n\nWrite the file\.\n\nThe work is judged by/);
    assert.equal(house.text('deep/b.txt'), 'b1\nb2\nb3');
    assert.equal(house.printed.join(''), 'I look. \n> write a.txt\n> edit\nAll is done: b2\n');
  });

  test('gets neither files outside, nor tools that are no work in the worktree, nor terminals', async () => {
    using house = new AgentHouse();
    house.write({ outside: 'kept' });
    const answer = await work(house, `hostile ${house.path('outside')}`);
    const refused = 'no, no, no, no, no';
    const files = 'refused -32602, refused -32602, refused -32002, refused -32601';
    assert.equal(answer.kind === 'answer' && answer.text, `${refused}, yes, yes, ${files}`);
    assert.equal(house.text('../outside'), 'kept');
  });

  test('is told that there is a key, if it wants to be', async () => {
    using house = new AgentHouse();
    assert.equal((await work(house, 'good auth')).kind, 'answer');
  });

  test('ends for a reason, or tells of trouble by a code', async () => {
    using house = new AgentHouse();
    assert.match(summarise(await work(house, 'stop refusal')), /^unreadable for good: acp:node refuses/);
    assert.match(summarise(await work(house, 'fail 429')), /^limit: .*it went wrong \(429\)$/);
  });

  test('that crashes, before or in the midst of its work, is told with what it said', async () => {
    using house = new AgentHouse();
    assert.match(
      summarise(await work(house, 'crash')),
      /^crash: .* exit code 9 in the midst of its work: out of luck$/,
    );
    assert.match(summarise(await work(house, 'early')), /^crash: .* exit code 3/);
  });

  test('that is silent, or never ends, is stopped', async () => {
    using house = new AgentHouse();
    const silent = await work(house, 'hang', limits(house, { idleMs: 1500 }));
    assert.match(summarise(silent), /^stall for good: acp:node was silent for 1\.5 s$/);
    const endless = await work(house, 'hang', limits(house, { wallMs: 1500 }));
    assert.match(summarise(endless), /^timeout for good: /);
  });

  test('that is none is stopped, too', async () => {
    using house = new AgentHouse();
    assert.match(summarise(await work(house, 'garbage', limits(house, { idleMs: 1500 }))), /^stall for good/);
  });

  test('that babbles between its messages is understood', async () => {
    using house = new AgentHouse();
    const answer = await work(house, 'babble');
    assert.equal(answer.kind === 'answer' && answer.text, 'sorry');
  });

  test('that does not go when all is said is ended', async () => {
    using house = new AgentHouse();
    const answer = await work(house, 'stubborn');
    assert.equal(answer.kind === 'answer' && answer.text, 'I stay');
  });

  test('is asked to stop when the batch stops, and then stopped', async () => {
    using house = new AgentHouse();
    for (const how of ['patient', 'hang']) {
      const stop = new AbortController();
      const print = () => stop.abort(new Error('the batch stops'));
      const working = work(house, how, { options: { signal: stop.signal, print } });
      if (how === 'hang') setTimeout(print, 500);
      await assert.rejects(working, /the batch stops/);
    }
    assert.equal(house.text('cancelled.txt'), 'yes');
  });

  test('that would run code of the repository is not started without a sandbox', async () => {
    using house = new AgentHouse();
    house.write({ 'worktree/.opencode/plugin/x.js': '' });
    const agent = openAcpAgent('acp:/bin/opencode', house.surroundings());
    const answer = summarise(await agent.work(house.job(), house.options()));
    assert.match(answer, /^sandbox for good: acp:opencode would run code of \.opencode/);
    assert.deepEqual(house.orders, []);
  });

  test('that is not there is said', async () => {
    using house = new AgentHouse();
    const agent = openAcpAgent('acp:no-such-agent', house.surroundings());
    assert.match(summarise(await agent.work(house.job(), house.options())), /^request for good: .*ENOENT/);
    assert.throws(() => openAcpAgent("acp:'", house.surroundings()), { code: 'SPEC_INVALID' });
    assert.throws(() => openAcpAgent('acp:x', house.surroundings({ auth: 'login' })), { code: 'LOGIN_MISSING' });
  });
});

/** Works where the gateway plays like this. */
async function workWhere(house: AgentHouse, play: Play, how = 'model') {
  await using standIn = await StandIn.open(play, {
    usd: 0.25,
    models: ['claude-x'],
    exchanges: 1,
    repeats: 0,
    waitedMs: 0,
  });
  const gateway = { origin: standIn.access.origin, tokens: { drafter: 'd', reviewer: 'r', agent: 'token-a' } };
  const answer = await work(house, how, { surroundings: { gateway } });
  return { answer, calls: standIn.calls };
}

describe('an agent that asks models', { concurrency: 4 }, () => {
  test('reaches them through the gateway with a token of its run, and what it costs is measured', async () => {
    using house = new AgentHouse();
    const { answer, calls } = await workWhere(house, reply(200, {}, { ok: true }));
    assert.equal(answer.kind === 'answer' && answer.text, 'status 200: {"ok":true}');
    assert.deepEqual(answer.kind === 'answer' && [answer.model, answer.usd], ['acp:node:claude-x', 0.25]);
    assert.equal(calls[0]?.url, '/anthropic/v1/messages');
    assert.equal(calls[0]?.headers.authorization, 'Bearer token-a');
    assert.equal(house.orders[0]?.network, 'host');
  });

  test('is parked or refused by what the gateway said, whatever it makes of it', async () => {
    using house = new AgentHouse();
    const untilAt = Date.now() + 60_000;
    const parked = await workWhere(house, reply(429, { 'x-agentos-parked-until': String(untilAt) }, {}));
    assert.equal(parked.answer.kind === 'parked' && parked.answer.untilAt, untilAt);
    const limited = await workWhere(
      house,
      reply(429, {}, { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } }),
    );
    assert.match(summarise(limited.answer), /^limit: /);
  });

  test('sees base URLs and its token in the usual variables, and no other secret', async () => {
    using house = new AgentHouse();
    await workWhere(house, reply(200, {}, {}), 'environment');
    const { env } = JSON.parse(house.text('seen.json') ?? '');
    assert.match(env.ANTHROPIC_BASE_URL, /^http:\/\/127\.0\.0\.1:\d+\/anthropic$/);
    assert.match(env.OPENAI_BASE_URL, /\/openai\/v1$/);
    assert.match(env.GOOGLE_GEMINI_BASE_URL, /\/google$/);
    assert.equal(new Set([env.ANTHROPIC_API_KEY, env.OPENAI_API_KEY, env.GEMINI_API_KEY]).size, 1);
    assert.equal(JSON.stringify(env).includes('token-a'), false);
    assert.equal(existsSync(env.HOME), false);
  });
});
