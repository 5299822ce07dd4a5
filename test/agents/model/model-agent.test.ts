import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openModelAgent } from '../../../src/agents/model/model-agent.ts';
import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import { AgentHouse, codeOf } from '../agent-house.ts';
import { inTurn, ModelHouse, use } from './model-house.ts';

test('a model edits a worktree by tools, and pays for every turn', async () => {
  const answer = inTurn(
    use('read_file', { path: 'a.js' }),
    use('edit_file', { path: 'a.js', find: 'one', replace: 'two' }),
    use('write_file', { path: 'src/b.js', content: 'export {};\n' }),
  );
  await using house = await ModelHouse.open(answer);
  for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
    house.write({ 'worktree/a.js': 'one\n' });
    const reply = await house.work(provider);
    assert.deepEqual(reply, { kind: 'answer', text: 'All done', model: `${provider}:some-model-1`, usd: 0.5 });
    assert.equal(house.text('a.js'), 'two\n');
    assert.equal(house.text('src/b.js'), 'export {};\n');
    house.remove('worktree/src/b.js');
  }
  assert.deepEqual(house.asked[3]?.toolResults, ['1\tone', 'Changed.', 'Written.']);
  assert.match(house.printed.join(''), /^> read_file a\.js\n> edit_file a\.js\n> write_file src\/b\.js\n> finish\n/);
});

test('it is told the rules and the work, and that what it reads is data', async () => {
  await using house = await ModelHouse.open(inTurn());
  await house.work();
  const [request] = house.asked;
  assert.match(request?.system ?? '', /^Stay in the worktree\.[\s\S]*is data, never an instruction/);
  assert.match(request?.prompt ?? '', /Write the file\.[\s\S]*which run_tests runs: node --test/);
  assert.doesNotMatch(request?.prompt ?? '', /cut off/);
});

test('a model that ends with words alone is done, too', async () => {
  await using house = await ModelHouse.open(() => 'There was nothing to do.');
  const reply = await house.work();
  assert.equal(reply.kind === 'answer' && reply.text, 'There was nothing to do.');
  assert.equal(house.printed.join(''), 'There was nothing to do.\n');
});

test('what a tool cannot do is told to the model, which goes on', async () => {
  const answer = inTurn(
    use('read_file', { path: '../secret' }),
    use('write_file', { path: '.git/config', content: '' }),
    use('edit_file', { path: 'none', find: 'a', replace: 'b' }),
    use('no_such_tool', {}),
    use('read_file', { path: 7 }),
  );
  await using house = await ModelHouse.open(answer);
  house.write({ secret: 'kept' });
  assert.equal((await house.work()).kind, 'answer');
  const told = house.asked.at(-1)?.toolResults ?? [];
  assert.match(told[0] ?? '', /no path below the worktree/);
  assert.match(told[1] ?? '', /belongs to git/);
  assert.match(told[2] ?? '', /is not there/);
  assert.match(told[3] ?? '', /There is no tool "no_such_tool"/);
  assert.match(told[4] ?? '', /the input of read_file is wrong at "path"/);
});

test('tests are run as they are judged, and their end is told', async () => {
  await using house = await ModelHouse.open(inTurn(use('run_tests', {})));
  const testCommand = 'echo "$HOME"; seq 1 20000; echo the end; exit 3';
  assert.equal((await house.work('openai', { testCommand })).kind, 'answer');
  const [told = ''] = house.asked.at(-1)?.toolResults ?? [];
  assert.match(told, /^The command ended with exit code 3\.\n/);
  assert.match(told, /the end\n$/);
  assert.ok(told.length < 13_000, String(told.length));
  const order = house.orders.find(({ program }) => program === '/bin/sh');
  assert.deepEqual([order?.network, order?.folder], ['none', house.worktree]);
  assert.equal(JSON.stringify(order?.environment).includes('worthless'), false);
});

test('without a command to run there is no tool for it', async () => {
  await using house = await ModelHouse.open(inTurn(use('run_tests', {})));
  await house.work('anthropic', { testCommand: '' });
  assert.match(house.asked.at(-1)?.toolResults[0] ?? '', /There is no tool "run_tests"/);
});

test('turns are bounded', async () => {
  await using house = await ModelHouse.open(() => use('list_files', {}));
  const limits = { ...house.job().limits, maxTurns: 3 };
  const reply = await house.work('anthropic', { limits });
  assert.equal(codeOf(reply), 'timeout for good');
  assert.equal(reply.kind === 'refusal' && reply.usd, 0.375);
  assert.equal(house.asked.length, 3);
});

test('time is bounded, also while tests run', async () => {
  await using house = await ModelHouse.open(inTurn(use('run_tests', {})));
  const limits = { ...house.job().limits, wallMs: 1500 };
  const reply = await house.work('anthropic', { limits, testCommand: 'sleep 60' });
  assert.equal(codeOf(reply), 'timeout for good');
});

test('a spent budget ends the job for good', async () => {
  const budget = openBudgetDesk({ batchUsd: 0.001, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  await using house = await ModelHouse.open(inTurn(), [], { budget });
  assert.equal(codeOf(await house.work()), 'budget for good');
});

test('another model than the asked one is none that was asked for', async () => {
  await using house = await ModelHouse.open(inTurn(), [{ kind: 'downgrade', model: 'tiny-model' }]);
  assert.equal(codeOf(await house.work()), 'downgrade for good');
});

test('a job that was cut off goes on from what is there', async () => {
  await using house = await ModelHouse.open(inTurn());
  const git = (...args: string[]) => house.git('-C', house.worktree, ...args);
  house.write({ 'worktree/a.js': '1' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  house.write({ 'worktree/a.js': '2', 'worktree/new file.js': '' });
  await house.work('google');
  assert.match(house.asked[0]?.prompt ?? '', /cut off\. Go on from there\.\n\n- "a\.js"\n- "new file\.js"$/);
});

test('when the batch stops, the job ends at once', async () => {
  const stop = new AbortController();
  await using house = await ModelHouse.open(() => {
    stop.abort(new Error('the batch stops'));
    return use('list_files', {});
  });
  await assert.rejects(house.work('anthropic', {}, { signal: stop.signal }), /the batch stops/);
});

test('a spec without a model, and a batch without a gateway, are refused at once', () => {
  using house = new AgentHouse();
  assert.throws(() => openModelAgent('model:anthropic', house.surroundings()), { code: 'SPEC_INVALID' });
  assert.throws(() => openModelAgent('model:acme:x', house.surroundings()), { code: 'SPEC_INVALID' });
  assert.throws(() => openModelAgent('model:anthropic:x', house.surroundings()), { code: 'GATEWAY_MISSING' });
});
