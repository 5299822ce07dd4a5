import assert from 'node:assert/strict';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { claudeAgent } from '../../../src/agents/claude/claude-agent.ts';
import { codexAgent } from '../../../src/agents/codex/codex-agent.ts';
import { writeWorkers } from './stand-ins.ts';
import { summarise, WorkHouse, type WorkHouseSetup } from './work-house.ts';

const workers = writeWorkers();
after(() => workers[Symbol.dispose]());
const open = async (setup: WorkHouseSetup = {}) => await WorkHouse.open({ programs: [workers.dir], ...setup });

const agents = [
  { cli: claudeAgent, model: 'claude-test-1' },
  { cli: codexAgent, model: 'gpt-test-1' },
];

describe('an agent at work', { concurrency: 4 }, () => {
  for (const { cli, model } of agents) {
    const { scheme } = cli;

    test(`${scheme}: what it changed is in the worktree, and its cost is the sum of all that it asked`, async () => {
      await using house = await open();
      const reply = await house.work(cli, model);
      assert.deepEqual(reply, { kind: 'answer', text: 'It adds now.', model: `${scheme}:${model}`, usd: 0.25 });
      assert.equal(house.read('src/sum.js'), 'exports.sum = (a, b) => a + b;\n');
      assert.equal(house.agents.simulator.log.length, 2);
      assert.deepEqual(house.listHomes(), ['empty']);
    });

    test(`${scheme}: what it says and does is told in short lines, and nothing of what it read`, async () => {
      await using house = await open();
      await house.work(cli, model);
      const lines = house.printed.split('\n');
      assert.deepEqual(lines.slice(0, 2), ['I will make it add.', 'Now.']);
      assert.match(lines[2] ?? '', /^> (Edit|update) src\/sum\.js$/);
      assert.doesNotMatch(house.printed, /secret file content|"type"/);
    });

    test(`${scheme}: it is told all, and neither its arguments nor its variables tell a key or what it shall do`, async () => {
      await using house = await open();
      const before = process.env['AGENTOS_TEST_CANARY'];
      process.env['AGENTOS_TEST_CANARY'] = 'inherited';
      const job = house.job();
      await house.work(cli, model);
      if (before === undefined) delete process.env['AGENTOS_TEST_CANARY'];
      const { argv, env, cwd, input, rules = '' } = JSON.parse(house.read('started.json') ?? '{}');
      assert.equal(cwd, house.worktree);
      for (const text of [job.rules, job.instructions]) assert.ok((input + rules).includes(text), text);
      const shown = JSON.stringify([argv, env]);
      // As tokens of the gateway begin; names of folders are shorter.
      const tokens = /agentos-[\w-]{40}/.exec(shown);
      assert.equal(tokens, null);
      for (const hidden of [...house.agents.keys, job.rules, job.instructions, 'inherited']) {
        assert.ok(!shown.includes(hidden), hidden);
      }
      const homes = realpathSync(join(house.dir, 'repo/.agentos/agent-homes'));
      for (const name of ['HOME', 'TMPDIR', cli.program === 'claude' ? 'CLAUDE_CONFIG_DIR' : 'CODEX_HOME']) {
        assert.ok(env[name].startsWith(homes), name);
      }
      assert.ok(!existsSync(env.HOME), 'its folder is gone afterwards');
    });

    test(`${scheme}: called off, it is gone with its folder, and throws what called it off`, async () => {
      await using house = await open();
      const controller = new AbortController();
      const { signal } = controller;
      const working = house.work(cli, model, { instructions: 'hang' }, { signal });
      while (house.read('started.json') === null) await new Promise((resolve) => setTimeout(resolve, 10));
      controller.abort(new Error('enough'));
      await assert.rejects(working, /enough/);
      assert.deepEqual(house.listHomes(), ['empty']);
    });

    test(`${scheme}: one that is not there is told with how to get it`, async () => {
      await using house = await WorkHouse.open({ path: '/nowhere' });
      const reply = await house.work(cli, model);
      assert.ok(reply.kind === 'refusal' && reply.isFinal, JSON.stringify(reply));
      assert.match(reply.failure.message, new RegExp(`${cli.program} is not in PATH; get it by .npm install`));
    });

    test(`${scheme}: with the user's login it goes past the gateway, and its cost is not measured`, async () => {
      await using house = await open({ surroundings: { auth: 'login', gateway: null, loginHome: workers.dir } });
      const reply = await house.work(cli, model);
      assert.deepEqual(reply, { kind: 'answer', text: 'It adds now.', model: `${scheme}:${model}`, usd: null });
      const { env } = JSON.parse(house.read('started.json') ?? '{}');
      assert.equal(env.CLAUDE_CONFIG_DIR ?? env.CODEX_HOME, workers.dir);
      assert.deepEqual(
        [env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL, env.AGENTOS_TOKEN],
        [undefined, undefined, undefined],
      );
      const refused = await house.work(cli, model, { instructions: 'login refused' });
      assert.equal(summarise(refused), 'auth, final');
      assert.equal(summarise(await house.work(cli, model, { instructions: 'login limited' })), 'limit');
      assert.equal(house.agents.simulator.log.length, 0);
    });

    test(`${scheme}: a login without a folder, and no gateway, are told before anything is begun`, async () => {
      await using house = await open({ surroundings: { auth: 'login' } });
      await assert.rejects(house.work(cli, model), { code: 'LOGIN_MISSING' });
      await using other = await open({ surroundings: { gateway: null } });
      await assert.rejects(other.work(cli, model), { code: 'GATEWAY_MISSING' });
    });
  }
});
