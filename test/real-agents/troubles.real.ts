import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AgentCli } from '../../src/providers/agent-cli/agent-cli.ts';
import { claudeCli } from '../../src/providers/claude-cli/claude-cli.ts';
import { codexCli } from '../../src/providers/codex-cli/codex-cli.ts';
import type { Fault } from '../../src/simulator/setup.ts';
import { summarise } from '../agents/cli/work-house.ts';
import { AgentHouse } from '../providers/agent-cli/agent-house.ts';
import { listAgentProcesses, prepareHome } from './surroundings.ts';

before(prepareHome);

const agents: readonly { readonly cli: AgentCli; readonly model: string }[] = [
  { cli: claudeCli, model: 'claude-sonnet-4-5' },
  { cli: codexCli, model: 'gpt-5.5' },
];

/** How each kind of trouble must end, whatever the agent makes of it. */
const troubles: readonly [Fault, string][] = [
  [{ kind: 'rate', waitMs: 60_000 }, 'parked for limit'],
  [{ kind: 'overload' }, 'parked for outage'],
  [{ kind: 'revoked' }, 'credentials, final'],
  [{ kind: 'server-error' }, 'parked for outage'],
  [{ kind: 'cut', bytes: 400 }, 'network'],
  [{ kind: 'truncated-json' }, 'network'],
  [{ kind: 'hang' }, 'network, final'],
  [{ kind: 'stream-error', trouble: 'overload', afterEvents: 2 }, 'outage'],
  [{ kind: 'downgrade', model: 'tiny-model' }, 'downgrade, final'],
];

const limits = { leaseWaitMs: 300, idleMs: 1500 };

for (const { cli, model } of agents) {
  describe(`${cli.scheme} as it is`, () => {
    test('answers in the form that was asked for, by one request, with its cost', async () => {
      await using house = await AgentHouse.open();
      const reply = await house.ask(cli, model);
      assert.equal(summarise(reply), `${cli.scheme}:${model} for 0.125`, JSON.stringify(reply));
      assert.deepEqual(JSON.parse(reply.kind === 'answer' ? reply.text : ''), { verdict: '' });
      assert.equal(house.simulator.log.length, 1);
    });

    for (const [fault, meant] of troubles) {
      test(`${fault.kind} is "${meant}", and was asked for once`, async () => {
        await using house = await AgentHouse.open({ faults: [fault], gateway: { limits } });
        const reply = await house.ask(cli, model);
        assert.equal(summarise(reply), meant, JSON.stringify(reply));
        assert.equal(house.simulator.log.length, 1);
      });
    }

    test('is gone when it is called off in the middle of a call', async () => {
      await using house = await AgentHouse.open({ faults: [{ kind: 'hang' }] });
      const controller = new AbortController();
      const asked = house.ask(cli, model, {}, controller.signal);
      while (listAgentProcesses().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort(new Error('enough'));
      await assert.rejects(asked, /enough/);
      assert.deepEqual(listAgentProcesses(), []);
    });
  });
}
