import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import type { GatewaySetup } from '../../../src/gateway/setup.ts';
import { type WireProvider, wireProviders } from '../../../src/model/credential.ts';
import { openAiSdkProvider } from '../../../src/providers/ai-sdk/ai-sdk-provider.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import type { Fault } from '../../../src/simulator/setup.ts';
import { openSimulatedGateway, type SimulatedGateway } from '../../gateway/simulated-gateway.ts';
import { askOptions, draftAsk } from '../briefs.ts';
import { summarise } from './asking.ts';

/** Everything between a worker and a simulated provider, as it is in a batch. */
class House implements AsyncDisposable {
  readonly #parts: SimulatedGateway;

  private constructor(parts: SimulatedGateway) {
    this.#parts = parts;
  }

  static async open(faults: readonly Fault[] = [], changes: Partial<GatewaySetup> = {}): Promise<House> {
    return new House(await openSimulatedGateway({ providers: wireProviders, faults, gateway: changes }));
  }

  get simulator(): SimulatedGateway['simulator'] {
    return this.#parts.simulator;
  }

  async ask(provider: WireProvider, model = 'some-model-1', granted = model): Promise<ProviderReply> {
    const models = [{ provider, model: granted }];
    const token = this.#parts.gateway.issueToken({ taskId: '137', role: 'drafter', models, isAgent: false });
    const access = {
      origin: this.#parts.gateway.origin,
      tokens: { drafter: token, reviewer: 'worthless', agent: 'worthless' },
    };
    return await openAiSdkProvider(`${provider}:${model}`, 'drafter', access).ask(draftAsk, askOptions());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
  }
}

test('an answer comes through with its cost and with who gave it', async () => {
  await using house = await House.open();
  for (const provider of wireProviders) {
    const reply = await house.ask(provider);
    assert.ok(reply.kind === 'answer', `${provider}: ${JSON.stringify(reply)}`);
    assert.equal(reply.model, `${provider}:some-model-1`);
    assert.equal(reply.usd, 0.125);
  }
  assert.deepEqual(
    house.simulator.log.map(({ provider, status }) => `${provider} ${status}`),
    wireProviders.map((provider) => `${provider} 200`),
  );
});

test('another model than the asked one is told by the receipt, for every provider', async () => {
  await using house = await House.open([{ kind: 'downgrade', model: 'tiny-model' }]);
  for (const provider of wireProviders) {
    const reply = await house.ask(provider);
    assert.equal(summarise(reply), 'downgrade, final', provider);
    assert.equal(reply.kind === 'refusal' && reply.usd, 0.125);
  }
});

test('a limit that lasts longer than the gateway waits parks the task', async () => {
  await using house = await House.open([{ kind: 'rate', waitMs: 600_000 }], { limits: { leaseWaitMs: 300 } });
  for (const provider of wireProviders) {
    const startedAt = Date.now();
    const reply = await house.ask(provider);
    assert.ok(reply.kind === 'parked', `${provider}: ${JSON.stringify(reply)}`);
    assert.ok(reply.untilAt > startedAt + 1000 && reply.cause === 'limit');
  }
});

test('what the gateway gives up is final: a revoked key, money, a wrong token, a wrong request', async () => {
  await using revoked = await House.open([{ kind: 'revoked' }]);
  const spent = openBudgetDesk({ batchUsd: 0.5, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  await using poor = await House.open([], { budget: spent });
  await using well = await House.open();
  for (const provider of wireProviders) {
    assert.match(summarise(await revoked.ask(provider)), /^(credentials|auth), final$/, provider);
    assert.equal(summarise(await poor.ask(provider)), 'budget, final', provider);
    assert.equal(summarise(await well.ask(provider, 'some-model-1', 'another')), 'auth, final', provider);
  }
});

test('trouble in the middle of a stream is not repeated by the gateway, and may be by the task', async () => {
  await using house = await House.open([{ kind: 'stream-error', trouble: 'overload', afterEvents: 2 }]);
  for (const provider of wireProviders) {
    const reply = await house.ask(provider);
    assert.equal(summarise(reply), 'outage', `${provider}: ${JSON.stringify(reply)}`);
  }
  assert.equal(house.simulator.log.length, wireProviders.length);
});
