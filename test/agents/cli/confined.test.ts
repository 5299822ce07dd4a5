import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { claudeAgent } from '../../../src/agents/claude/claude-agent.ts';
import { codexAgent } from '../../../src/agents/codex/codex-agent.ts';
import { testWith } from '../../needs.ts';
import { openRealSandbox } from '../../sandbox/confined.ts';
import { writeWorkers } from './stand-ins.ts';
import { summarise, WorkHouse } from './work-house.ts';

const workers = writeWorkers();
after(() => workers[Symbol.dispose]());

for (const [cli, model] of [
  [claudeAgent, 'claude-test-1'],
  [codexAgent, 'gpt-test-1'],
] as const) {
  for (const network of ['gateway', 'host'] as const) {
    testWith('bwrap', `${cli.scheme}: confined with the network "${network}" it works, asks and pays`, async () => {
      // Longer than a socket's address may be.
      const parent = join(workers.dir, 'x'.repeat(120));
      mkdirSync(parent, { recursive: true });
      const sandbox = await openRealSandbox();
      await using house = await WorkHouse.open({
        parent,
        programs: [workers.dir],
        surroundings: { sandbox, network },
      });
      assert.equal(summarise(await house.work(cli, model)), `${cli.scheme}:${model} for 0.25`);
      assert.equal(house.read('src/sum.js'), 'exports.sum = (a, b) => a + b;\n');
      const { argv, env } = JSON.parse(house.read('started.json') ?? '{}');
      const isApart = /127\.0\.0\.1:8080/.test(JSON.stringify([argv, env.ANTHROPIC_BASE_URL]));
      assert.equal(isApart, network === 'gateway');
      assert.deepEqual(house.listHomes(), ['empty']);
    });
  }

  testWith(
    'bwrap',
    `${cli.scheme}: with a login it is confined to its worktree and the folder of the login`,
    async () => {
      const loginHome = workers.path(`login-of-${cli.program}`);
      mkdirSync(loginHome, { recursive: true });
      const sandbox = await openRealSandbox();
      await using house = await WorkHouse.open({
        programs: [workers.dir],
        surroundings: { sandbox, auth: 'login', loginHome, gateway: null },
      });
      assert.equal(summarise(await house.work(cli, model)), `${cli.scheme}:${model} for null`);
      assert.ok(existsSync(join(house.worktree, 'started.json')));
    },
  );

  testWith('bwrap', `${cli.scheme}: one that hangs in the sandbox is a stall, and nothing of it is left`, async () => {
    const sandbox = await openRealSandbox();
    await using house = await WorkHouse.open({ programs: [workers.dir], surroundings: { sandbox } });
    const limits = { ...house.job().limits, idleMs: 1500 };
    const reply = await house.work(cli, model, { instructions: 'hang', limits });
    assert.equal(summarise(reply), 'stall, final', JSON.stringify(reply));
    assert.deepEqual(house.listHomes(), ['empty']);
  });
}
