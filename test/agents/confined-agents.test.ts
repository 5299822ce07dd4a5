import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openAcpAgent } from '../../src/agents/acp/acp-agent.ts';
import { openCommandAgent } from '../../src/agents/command/command-agent.ts';
import { openScriptedAgent } from '../../src/agents/scripted/scripted-agent.ts';
import { testWith } from '../needs.ts';
import { reply, StandIn } from '../providers/ai-sdk/stand-in.ts';
import { openRealSandbox } from '../sandbox/confined.ts';
import { projectDir } from '../workspace.ts';
import { AgentHouse } from './agent-house.ts';

testWith('bwrap', 'a confined agent of the protocol reaches its models out of its sandbox', async () => {
  using house = new AgentHouse();
  await using standIn = await StandIn.open(reply(200, {}, { ok: true }));
  const gateway = { origin: standIn.access.origin, tokens: { drafter: 'd', reviewer: 'r', agent: 'token-a' } };
  // Wherever this project lies: the program of the agent is a part of it.
  const protectedPaths = [house.path('worktree/.git'), projectDir];
  const surroundings = house.surroundings({ gateway, sandbox: await openRealSandbox(), protectedPaths });
  const program = join(projectDir, 'test/agents/acp/stand-in-agent.ts');
  const work = async (how: string) => {
    const agent = openAcpAgent(`acp:'${process.execPath}' '${program}' ${how}`, surroundings);
    return await agent.work(house.job(), house.options());
  };
  const asked = await work('model');
  assert.equal(asked.kind === 'answer' && asked.text, 'status 200: {"ok":true}', JSON.stringify(asked));
  assert.equal(standIn.calls[0]?.headers.authorization, 'Bearer token-a');
  const written = await work('good');
  assert.equal(written.kind === 'answer' && written.text, 'All is done: b2');
  assert.match(house.text('a.txt') ?? '', /^Stay in the worktree/);
});

testWith('bwrap', 'what a confined program of a script does to others does not happen', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/.git': 'gitdir: elsewhere\n', 'batch/hidden/secret': 'secret', neighbour: 'kept' });
  const numbers = Array.from({ length: 30 }, (_, at) => at).join(' ');
  const deeds = [
    `echo x > ${house.path('neighbour')}`,
    'echo x > .git',
    `cat ${house.path('batch/hidden/secret')} > stolen`,
    `(setsid sh -c 'for i in ${numbers}; do date +%N > new; mv new beat; sleep 0.1; done' &)`,
    `for i in ${numbers}; do [ -s beat ] || sleep 0.1; done`,
    'echo mine > mine',
    'env > seen',
  ];
  const script = {
    schemaVersion: 1,
    agents: { '*': { implement: [{ run: { argv: ['/bin/sh', '-c', deeds.join('; ')] } }] } },
  };
  house.write({ 'repo/s.json': JSON.stringify(script) });
  const surroundings = house.surroundings({ sandbox: await openRealSandbox() });
  const answer = await openScriptedAgent('scripted:s.json', surroundings).work(house.job(), house.options());
  assert.equal(answer.kind, 'answer', JSON.stringify(answer));
  assert.equal(house.text('../neighbour'), 'kept');
  assert.equal(house.text('.git'), 'gitdir: elsewhere\n');
  assert.equal(house.text('stolen'), '');
  assert.equal(house.text('mine'), 'mine\n');
  assert.doesNotMatch(house.text('seen') ?? '', /NODE_TEST|AGENTOS_TEST/);
  const beat = house.text('beat');
  assert.ok(beat);
  await setTimeout(300);
  assert.equal(house.text('beat'), beat);
});

testWith('bwrap', 'a confined command works in its worktree with the job on its input', async () => {
  using house = new AgentHouse();
  const surroundings = house.surroundings({ sandbox: await openRealSandbox() });
  const agent = openCommandAgent(`command:/bin/sh -c 'cat > input; echo "$AGENTOS_JOB in $PWD"'`, surroundings);
  const answer = await agent.work(house.job(), house.options());
  assert.deepEqual(answer, { kind: 'answer', text: `implement in ${house.worktree}`, model: 'command:sh', usd: null });
  assert.match(house.text('input') ?? '', /^Stay in the worktree/);
});

testWith('bwrap', 'a confined program that somebody killed has crashed, and may be tried again', async () => {
  using house = new AgentHouse();
  const surroundings = house.surroundings({ sandbox: await openRealSandbox() });
  const end = async (line: string) => {
    const reply = await openCommandAgent(`command:/bin/sh -c '${line}'`, surroundings).work(
      house.job(),
      house.options(),
    );
    return reply.kind === 'refusal' ? `${reply.failure.code}: ${reply.failure.message}` : reply.kind;
  };
  assert.equal(await end('echo more memory >&2; kill -9 $$'), 'crash: command:sh was ended by SIGKILL: more memory');
  assert.equal(await end('exit 3'), 'agent: command:sh ended with exit code 3');
});
