import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import { claudeCli } from '../../../src/providers/claude-cli/claude-cli.ts';
import { codexCli } from '../../../src/providers/codex-cli/codex-cli.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { AgentHouse, type AgentHouseSetup, makePrompt } from './agent-house.ts';
import { writeStandIns } from './stand-ins.ts';

const standIns = writeStandIns();
after(() => standIns[Symbol.dispose]());
const open = async (setup: AgentHouseSetup = {}) => await AgentHouse.open({ programs: [standIns.dir], ...setup });

const agents = [
  { cli: claudeCli, model: 'claude-test-1' },
  { cli: codexCli, model: 'gpt-test-1' },
];

function summarise(reply: ProviderReply): string {
  if (reply.kind === 'refusal') return `${reply.failure.code}${reply.isFinal ? ', final' : ''}`;
  return reply.kind;
}

function textOf(reply: ProviderReply): string {
  assert.ok(reply.kind === 'answer', JSON.stringify(reply));
  return reply.text;
}

describe('an agent that is asked for text', { concurrency: 4 }, () => {
  for (const { cli, model } of agents) {
    const { scheme } = cli;

    test(`${scheme}: its answer comes with its cost and with who gave it`, async () => {
      await using house = await open();
      const reply = await house.ask(cli, model);
      assert.ok(reply.kind === 'answer', JSON.stringify(reply));
      assert.deepEqual([reply.model, reply.usd], [`${scheme}:${model}`, 0.125]);
      assert.equal(JSON.parse(reply.text).verdict, 'fine');
      assert.equal(house.simulator.log.length, 1);
    });

    test(`${scheme}: it is told all, and its arguments and variables tell nobody of it`, async () => {
      await using house = await open();
      const surroundings = house.surroundings(cli, model);
      const { argv, env, cwd, cwdFiles, system, input } = JSON.parse(textOf(await house.ask(cli, model)));
      const prompt = makePrompt();
      assert.equal(system, prompt.system);
      for (const part of [...prompt.context, prompt.question]) assert.ok(JSON.stringify(input).includes(part), part);
      const shown = JSON.stringify([argv, env]);
      for (const hidden of [...house.keys, prompt.question, ...prompt.context, prompt.system]) {
        assert.ok(!shown.includes(hidden), hidden);
      }
      for (const token of Object.values(surroundings.gateway?.tokens ?? {})) assert.ok(!shown.includes(token));
      assert.deepEqual(cwdFiles, []);
      assert.ok(cwd.startsWith(house.dir));
      assert.ok(env.HOME.startsWith(house.dir) && env.TMPDIR.startsWith(house.dir));
      assert.ok(!existsSync(env.HOME), 'its folder is gone afterwards');
    });

    test(`${scheme}: what was seen on the wire decides, not what it says of it`, async () => {
      const ends: [AgentHouseSetup, RegExp][] = [
        [{ faults: [{ kind: 'rate', waitMs: 60_000 }] }, /^parked$/],
        [{ faults: [{ kind: 'overload' }] }, /^parked$/],
        [{ faults: [{ kind: 'revoked' }] }, /^credentials, final$/],
        [{ faults: [{ kind: 'server-error' }] }, /^parked$/],
        [{ faults: [{ kind: 'cut', bytes: 400 }] }, /^network$/],
        [{ faults: [{ kind: 'stream-error', trouble: 'overload', afterEvents: 2 }] }, /^outage$/],
        [{ faults: [{ kind: 'downgrade', model: 'tiny-model' }] }, /^downgrade, final$/],
        [{ gateway: { budget: spent } }, /^budget, final$/],
      ];
      for (const [setup, meant] of ends) {
        await using house = await open({ ...setup, gateway: { limits: { leaseWaitMs: 300 }, ...setup.gateway } });
        const reply = await house.ask(cli, model);
        assert.match(summarise(reply), meant, JSON.stringify([setup.faults, reply]));
        assert.ok(house.simulator.log.length <= 1, 'nothing is sent twice');
      }
    });

    test(`${scheme}: one that is not there is told with how to get it`, async () => {
      await using house = await AgentHouse.open({ path: '/nowhere' });
      const provider = house.open(cli, model);
      const reply = await provider.ask(...house.question());
      assert.ok(reply.kind === 'refusal' && reply.isFinal, JSON.stringify(reply));
      assert.match(reply.failure.message, new RegExp(`${cli.program} is not in PATH; get it by .npm install`));
    });

    test(`${scheme}: one that fails before it asks anything is not asked again`, async () => {
      await using house = await open();
      const reply = await house.ask(cli, model, { question: 'bad option' });
      assert.equal(summarise(reply), 'request, final');
      assert.match(reply.kind === 'refusal' ? reply.failure.message : '', /exit code 1: .*unknown option '--new'/);
    });

    test(`${scheme}: silence, endless output and a sudden end are refusals`, async () => {
      const limits = { idleMs: 1500, wallMs: 60_000, maxOutputBytes: 1_000_000 };
      await using house = await open({ limits });
      const ends = ['hang', 'flood', 'crash'].map(async (question) =>
        summarise(await house.ask(cli, model, { question })),
      );
      assert.deepEqual(await Promise.all(ends), ['timeout, final', 'unreadable, final', 'crash']);
    });

    test(`${scheme}: when it is called off, it is gone, and throws what called it off`, async () => {
      await using house = await open();
      const controller = new AbortController();
      const asked = house.ask(cli, model, { question: 'hang' }, controller.signal);
      const homes = () =>
        readdirSync(house.dir, { recursive: true, encoding: 'utf8' }).filter((path) => /system\.md$/.test(path));
      while (homes().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      controller.abort(new Error('enough'));
      await assert.rejects(asked, /enough/);
      assert.deepEqual(homes(), []);
    });
  }

  test('an answer that no model gave is none', async () => {
    await using house = await open();
    const reply = await house.ask(claudeCli, 'claude-test-1', { question: 'by yourself' });
    assert.equal(summarise(reply), 'request, final');
  });

  test('claude-cli: a denied permission, another form and a bad exit code are no success', async () => {
    await using house = await open();
    for (const question of ['denied', 'wrong form', 'exit 1']) {
      assert.equal(summarise(await house.ask(claudeCli, 'claude-test-1', { question })), 'unreadable', question);
    }
  });

  test('a program that asks again and again is stopped by the relay, and pays for what it asked', async () => {
    await using house = await open();
    const reply = await house.ask(claudeCli, 'claude-test-1', { question: 'ask often' });
    assert.equal(house.simulator.log.length, 4);
    assert.ok(reply.kind === 'refusal', JSON.stringify(reply));
    assert.equal(reply.usd, 0.5);
  });
});

const spent = openBudgetDesk({ batchUsd: 0.5, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
