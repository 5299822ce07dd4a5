import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import { openCommandAgent } from '../../../src/agents/command/command-agent.ts';
import { AgentHouse } from '../agent-house.ts';

/** Runs a shell script as the agent of a job. */
async function work(house: AgentHouse, script: string, job: Partial<AgentJob> = {}, options: Partial<JobOptions> = {}) {
  house.write({ 'repo/agent.sh': `#!/bin/sh\n${script}\n` });
  chmodSync(house.path('repo/agent.sh'), 0o755);
  const agent = openCommandAgent("command:./agent.sh 'one two' three", house.surroundings());
  return await agent.work(house.job(job), house.options(options));
}

async function failed(house: AgentHouse, script: string, limits: Partial<AgentJob['limits']> = {}) {
  const reply = await work(house, script, { limits: { ...house.job().limits, ...limits } });
  return reply.kind === 'refusal' ? `${reply.failure.code} ${reply.isFinal}: ${reply.failure.message}` : reply.kind;
}

test('a program gets the job on its input and works in the worktree', async () => {
  using house = new AgentHouse();
  const reply = await work(house, 'cat > input; echo "$1|$2" > args; pwd; echo; echo "All done  "; echo');
  assert.deepEqual(reply, { kind: 'answer', text: 'All done', model: 'command:agent.sh', usd: null });
  assert.equal(house.text('args'), 'one two|three\n');
  assert.equal(
    house.text('input'),
    'Stay in the worktree.\n\nWrite the file.\n\nThe work is judged by this command: node --test\n',
  );
});

test('what it prints is heard while it runs, whole characters at a time', async () => {
  using house = new AgentHouse();
  await work(house, "printf 'caf\\303'; sleep 0.05; printf '\\251\\n'; echo trouble >&2");
  assert.equal(house.printed.join('').replace('trouble\n', ''), 'café\n');
  assert.match(house.printed.join(''), /trouble\n/);
});

test('it sees an environment by allow-list, a home of its own, and what the job is', async () => {
  using house = new AgentHouse();
  await work(house, 'env | sort > seen', { kind: 'write-tests' });
  const seen = Object.fromEntries((house.text('seen') ?? '').split('\n').map((line) => line.split('=')));
  const names = Object.keys(seen).filter(
    (name) => !['', '_', 'PWD', 'OLDPWD', 'SHLVL', 'NODE_V8_COVERAGE'].includes(name),
  );
  assert.deepEqual(names.sort(), [
    ...['AGENTOS_JOB', 'AGENTOS_PROGRAM', 'AGENTOS_TASK', 'AGENTOS_TEST_COMMAND'],
    ...['GIT_OPTIONAL_LOCKS', 'HOME', 'LANG', 'PATH', 'TMPDIR'],
  ]);
  assert.equal(seen['AGENTOS_JOB'], 'write-tests');
  assert.equal(seen['AGENTOS_TASK'], '137');
  assert.equal(existsSync(seen['HOME'] ?? ''), false);
});

test('only an exit code of 0 is success', async () => {
  using house = new AgentHouse();
  assert.match(await failed(house, 'echo fine; echo oh no >&2; exit 1'), /^agent true: .* exit code 1: oh no$/);
  assert.match(await failed(house, 'exit 3'), /^agent true: command:agent\.sh ended with exit code 3$/);
  assert.match(await failed(house, 'kill -9 $$'), /^crash false: command:agent\.sh was ended by SIGKILL/);
  const silent = await work(house, 'true');
  assert.equal(silent.kind === 'answer' && silent.text, 'it said nothing');
});

test('silence is a stall, and too long or too much are what they are', async () => {
  using house = new AgentHouse();
  assert.match(await failed(house, 'sleep 30', { idleMs: 100 }), /^stall true: .* was silent for 0\.1 s$/);
  assert.match(await failed(house, 'sleep 30', { wallMs: 100 }), /^timeout true: .* did not end within 0\.1 s$/);
  assert.match(await failed(house, 'head -c 5000 /dev/zero', { maxOutputBytes: 1024 }), /^unreadable true: .* 1 KiB$/);
});

test('when the batch stops it is stopped', async () => {
  using house = new AgentHouse();
  const stop = new AbortController();
  const working = work(house, 'sleep 30', {}, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('the batch stops')), 50);
  await assert.rejects(working, /the batch stops/);
});

test('a program that is not there is said, and a command that is none is refused at once', async () => {
  using house = new AgentHouse();
  const agent = openCommandAgent('command:no-such-program', house.surroundings());
  const reply = await agent.work(house.job(), house.options());
  assert.match(JSON.stringify(reply), /command:no-such-program cannot be run \(ENOENT\)/);
  assert.throws(() => openCommandAgent("command:'", house.surroundings()), { code: 'SPEC_INVALID' });
});

test('with the network of the machine it has that, and else none', async () => {
  using house = new AgentHouse();
  await work(house, 'true');
  const host = openCommandAgent('command:true', house.surroundings({ network: 'host' }));
  await host.work(house.job(), house.options());
  assert.deepEqual(
    house.orders.map(({ network }) => network),
    ['none', 'host'],
  );
});
