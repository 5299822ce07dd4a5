import assert from 'node:assert/strict';
import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { test } from 'node:test';
import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import { openScriptedAgent } from '../../../src/agents/scripted/scripted-agent.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { AgentHouse, codeOf } from '../agent-house.ts';

type Jobs = Readonly<Record<string, unknown>>;

async function work(
  house: AgentHouse,
  jobs: Jobs,
  job: Partial<AgentJob> = {},
  options: Partial<JobOptions> = {},
): Promise<ProviderReply> {
  house.write({ 'repo/s.json': JSON.stringify({ schemaVersion: 1, tasks: {}, agents: { 137: jobs } }) });
  const agent = openScriptedAgent('scripted:s.json', house.surroundings());
  return await agent.work(house.job(job), house.options(options));
}

test('a turn says its words, makes its edits and finishes', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/old.js': 'let a = 1; let b = 1;', 'worktree/gone/x': '', 'repo/parts/big.js': 'big' });
  const edits = [
    { write: { path: 'src/new.js', content: 'export {};\n' } },
    { write: { path: 'big.js', file: 'parts/big.js' } },
    { replace: { path: 'old.js', find: '1', replace: '$&2' } },
    { delete: { path: 'gone' } },
    { chmod: { path: 'big.js', mode: '755' } },
    { link: { path: 'out', target: '/etc' } },
  ];
  const finish = { text: 'All is well', usd: 0.5, model: 'scripted:tidy' };
  const reply = await work(house, { implement: [{ say: 'At work\n', edits, finish }] });
  assert.deepEqual(reply, { kind: 'answer', text: 'All is well', usd: 0.5, model: 'scripted:tidy' });
  assert.deepEqual(house.printed, ['At work\n']);
  assert.equal(house.text('src/new.js'), 'export {};\n');
  assert.equal(house.text('old.js'), 'let a = $&2; let b = 1;');
  assert.equal(existsSync(house.path('worktree/gone')), false);
  assert.equal(statSync(house.path('worktree/big.js')).mode & 0o777, 0o755);
  assert.equal(readlinkSync(house.path('worktree/out')), '/etc');
});

test('turns are found by job, by occurrence and by try', async () => {
  using house = new AgentHouse();
  const say = (text: string) => ({ finish: { text } });
  const jobs = { 'write-tests': [say('tests')], implement: [say('one'), [{ fail: { code: 'limit' } }, say('two')]] };
  const ask = async (job: Partial<AgentJob>, triesEnded: number) => {
    const reply = await work(house, jobs, job, { triesEnded });
    return reply.kind === 'answer' ? reply.text : codeOf(reply);
  };
  assert.equal(await ask({ kind: 'write-tests' }, 0), 'tests');
  assert.equal(await ask({ occurrence: 1 }, 3), 'one');
  assert.equal(await ask({ occurrence: 2 }, 0), 'limit');
  assert.equal(await ask({ occurrence: 2 }, 1), 'two');
  assert.equal(await ask({ occurrence: 2 }, 9), 'two');
});

test('a job past the end of the script fails, and says which', async () => {
  using house = new AgentHouse();
  const reply = await work(house, { implement: [{}] }, { occurrence: 2 });
  assert.equal(codeOf(reply), 'input for good');
  assert.match(JSON.stringify(reply), /scripted:s\.json has no turn for implement 2 of task 137/);
  assert.equal(codeOf(await work(house, { implement: [{}] }, { kind: 'write-tests' })), 'input for good');
});

test('a task without an entry of its own has that of all', async () => {
  using house = new AgentHouse();
  house.write({ 'repo/s.json': JSON.stringify({ schemaVersion: 1, agents: { '*': { implement: [{}] }, 138: {} } }) });
  const work137 = openScriptedAgent('scripted:s.json', house.surroundings()).work(house.job(), house.options());
  assert.equal((await work137).kind, 'answer');
  const other = openScriptedAgent('scripted:s.json', house.surroundings({ taskId: '138' }));
  assert.equal(codeOf(await other.work(house.job(), house.options())), 'input for good');
});

test('edits that would leave the worktree, or are out of date, end the job and touch nothing', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/a': 'a', outside: 'kept' });
  const hopeless = [
    { write: { path: '../outside', content: 'x' } },
    { write: { path: house.path('outside'), content: 'x' } },
    { write: { path: '.git', content: 'x' } },
    { delete: { path: 'missing' } },
    { replace: { path: 'a', find: 'b', replace: 'c' } },
  ];
  for (const edit of hopeless) {
    const reply = await work(house, { implement: [{ edits: [edit], finish: {} }] });
    assert.equal(codeOf(reply), 'input for good', JSON.stringify(edit));
    assert.match(JSON.stringify(reply), /edit 1: /);
  }
  const through = [{ link: { path: 'way', target: '..' } }, { write: { path: 'way/outside', content: 'x' } }];
  assert.match(JSON.stringify(await work(house, { implement: [{ edits: through }] })), /edit 2: .* through a link/);
  assert.equal(house.text('../outside'), 'kept');
  assert.equal(lstatSync(house.path('worktree/way')).isSymbolicLink(), true);
});

test('refusals are those of models: some are repeated, with the time that is named', async () => {
  using house = new AgentHouse();
  const fail = async (failure: unknown) => await work(house, { implement: [{ fail: failure }] });
  assert.deepEqual(await fail({ code: 'limit', retryAfterMs: 200, message: 'slow down' }), {
    kind: 'refusal',
    failure: { code: 'limit', message: 'slow down' },
    retryAfterMs: 200,
    isFinal: false,
    repeats: 0,
    usd: 0,
  });
  assert.equal(codeOf(await fail({ code: 'outage' })), 'outage');
  assert.equal(codeOf(await fail({ code: 'unreadable' })), 'unreadable for good');
  const before = Date.now();
  const parked = await work(house, { implement: [{ park: { forMs: 5000, cause: 'outage' } }] });
  assert.ok(parked.kind === 'parked' && parked.cause === 'outage' && parked.untilAt >= before + 5000);
});

test('a hang ends at the limit of time, silence at that of silence, and both at once when the batch stops', async () => {
  using house = new AgentHouse();
  const limits = { ...house.job().limits, idleMs: 5, wallMs: 10 };
  assert.equal(codeOf(await work(house, { implement: [{ hang: true }] }, { limits })), 'timeout for good');
  assert.equal(codeOf(await work(house, { implement: [{ silent: true }] }, { limits })), 'stall for good');
  assert.deepEqual(house.noted, ['the script says hang', 'the script says silent']);
  for (const turn of [{ hang: true }, { silent: true }, { waitMs: 60_000 }]) {
    const stop = new AbortController();
    const working = work(house, { implement: [turn] }, {}, { signal: stop.signal });
    setImmediate(() => stop.abort(new Error('the batch stops')));
    await assert.rejects(working, /the batch stops/);
  }
});

test('edits are made before a crash, and the try is noted', async () => {
  using house = new AgentHouse();
  const edits = [{ write: { path: 'half', content: '1' } }];
  await assert.rejects(work(house, { implement: [{ edits, crash: 'throw' }] }), /thrown because the script says so/);
  assert.equal(house.text('half'), '1');
  assert.deepEqual(house.noted, ['the script says crash: throw']);
});

test('a program is really run in the worktree, without our environment', async () => {
  using house = new AgentHouse();
  const argv = ['/bin/sh', '-c', 'pwd; env | cut -d= -f1 | sort | tr "\\n" " " > names; echo done'];
  const reply = await work(house, { implement: [{ run: { argv } }] });
  assert.deepEqual(reply, { kind: 'answer', text: 'done', model: 'scripted', usd: 0 });
  assert.match(house.text('names') ?? '', /^AGENTOS_PROGRAM GIT_OPTIONAL_LOCKS HOME LANG .*PATH .*TMPDIR /);
  assert.doesNotMatch(house.text('names') ?? '', /NODE_(?!V8_COVERAGE)|AGENTOS_TEST/);
  assert.ok(house.printed.join('').includes(house.worktree));
  const [order] = house.orders;
  assert.deepEqual(order?.writable, [house.worktree, order?.environment['HOME']]);
  assert.deepEqual([order?.network, order?.relaySocket, order?.relayPort], ['none', null, null]);
  assert.deepEqual(order?.protected, [house.path('worktree/.git')]);
  assert.deepEqual(order?.hidden, [house.path('batch/hidden')]);
  assert.equal(existsSync(order?.environment['HOME'] ?? ''), false);
});

test('a program that fails ends the turn, unless the script says how that ends', async () => {
  using house = new AgentHouse();
  const run = { argv: ['/bin/sh', '-c', 'echo bad >&2; exit 3'] };
  const reply = await work(house, { implement: [{ run }] });
  assert.equal(codeOf(reply), 'agent for good');
  assert.match(JSON.stringify(reply), /exit code 3: bad/);
  assert.equal((await work(house, { implement: [{ run, finish: {} }] })).kind, 'answer');
  assert.equal(codeOf(await work(house, { implement: [{ run: { argv: ['no-such-program'] } }] })), 'request for good');
});
