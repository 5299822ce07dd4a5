import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { claudeAgent } from '../../../src/agents/claude/claude-agent.ts';
import { codexAgent } from '../../../src/agents/codex/codex-agent.ts';
import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import type { Fault } from '../../../src/simulator/setup.ts';
import { firstOf } from '../../needs.ts';
import { writeWorkers } from './stand-ins.ts';
import { summarise, WorkHouse, type WorkHouseSetup } from './work-house.ts';

const workers = writeWorkers();
after(() => workers[Symbol.dispose]());
const open = async (setup: WorkHouseSetup = {}) => await WorkHouse.open({ programs: [workers.dir], ...setup });

const agents = [
  { cli: claudeAgent, model: 'claude-test-1' },
  { cli: codexAgent, model: 'gpt-test-1' },
];

/** Two requests are made for a job; the second one is the one that goes wrong. */
const onSecond = (fault: Fault): Fault => ({ ...fault, fromCall: 2 });
const leaseWait = { leaseWaitMs: 300, agentLeaseWaitMs: 300 };

describe('an agent at work in trouble with its models', { concurrency: 4 }, () => {
  for (const { cli, model } of agents) {
    const { scheme } = cli;

    test(`${scheme}: what was seen on the wire decides, also in the middle of the work`, async () => {
      const ends: [WorkHouseSetup, RegExp][] = [
        [{ faults: [onSecond({ kind: 'rate', waitMs: 60_000 })] }, /^parked for limit$/],
        [{ faults: [onSecond({ kind: 'revoked' })] }, /^credentials, final$/],
        [{ faults: [onSecond({ kind: 'cut', bytes: 400 })] }, /^network$/],
        [{ gateway: { budget: makeBudget(1.1) } }, /^budget, final$/],
        [{ faults: [{ kind: 'rate', waitMs: 60_000 }] }, /^parked for limit$/],
        [{ faults: [onSecond({ kind: 'overload' })] }, /^parked for outage$/],
        [{ faults: [onSecond({ kind: 'server-error' })] }, /^parked for outage$/],
        [{ faults: [onSecond({ kind: 'stream-error', trouble: 'overload', afterEvents: 2 })] }, /^outage$/],
        [{ faults: [{ kind: 'downgrade', model: 'tiny-model', toCall: 1 }] }, /^downgrade, final$/],
      ];
      for (const [setup, meant] of firstOf(4, ends)) {
        await using house = await open({ ...setup, gateway: { limits: leaseWait, ...setup.gateway } });
        const reply = await house.work(cli, model);
        assert.match(summarise(reply), meant, JSON.stringify([setup.faults, reply]));
        assert.ok(house.agents.simulator.log.length <= 2, 'nothing is sent twice');
      }
    });

    test(`${scheme}: what was answered before it failed is paid for`, async () => {
      await using house = await open({ faults: [onSecond({ kind: 'revoked' })] });
      const reply = await house.work(cli, model);
      assert.ok(reply.kind === 'refusal' && reply.repeats === 0, JSON.stringify(reply));
      assert.equal(reply.failure.code, 'credentials');
      assert.equal(reply.usd, 0.125);
    });

    test(`${scheme}: another model than its own is refused by its token`, async () => {
      await using house = await open();
      assert.match(summarise(await house.work(cli, model, { instructions: 'other model' })), /^auth, final$/);
      assert.equal(house.agents.simulator.log.length, 0);
    });
  }
});

function makeBudget(batchUsd: number) {
  return openBudgetDesk({ batchUsd, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
}
