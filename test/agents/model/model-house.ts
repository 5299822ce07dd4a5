import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import { openModelAgent } from '../../../src/agents/model/model-agent.ts';
import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import { type Gateway, openGateway } from '../../../src/gateway/gateway.ts';
import type { GatewaySetup } from '../../../src/gateway/setup.ts';
import { type WireProvider, wireProviders } from '../../../src/model/credential.ts';
import { systemClock } from '../../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import type { AnswerRequest, Fault, MadeAnswer } from '../../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { makeCredential } from '../../gateway/test-house.ts';
import { AgentHouse } from '../agent-house.ts';

export type Answer = (request: AnswerRequest) => MadeAnswer;

/** Has a model use a tool. */
export function use(name: string, input: object): MadeAnswer {
  return { text: JSON.stringify(input), about: name, tool: { name, kind: 'function' } };
}

/** One answer after the other, by how often tools have spoken; then the end. */
export function inTurn(...answers: readonly MadeAnswer[]): Answer {
  return ({ toolResults }) => answers[toolResults.length] ?? use('finish', { summary: 'All done' });
}

/** A worktree, and everything between an agent and a simulated provider, as it is in a batch. */
export class ModelHouse extends AgentHouse implements AsyncDisposable {
  asked: readonly AnswerRequest[] = [];
  readonly simulator: Simulator;
  readonly #gateway: Gateway;
  readonly #coordinator: CredentialCoordinator;

  private constructor(simulator: Simulator, gateway: Gateway, coordinator: CredentialCoordinator) {
    super();
    this.simulator = simulator;
    this.#gateway = gateway;
    this.#coordinator = coordinator;
  }

  static async open(
    answer: Answer,
    faults: readonly Fault[] = [],
    changes: Partial<GatewaySetup> = {},
  ): Promise<ModelHouse> {
    const keys = new Map<string, string>(wireProviders.map((name) => [name, `sim-${crypto.randomUUID()}`]));
    const keyOf = (name: string) => keys.get(name) ?? '';
    const asked: AnswerRequest[] = [];
    const simulator = await openSimulator({
      scopes: wireProviders.map((provider) => ({ id: provider, provider, keys: [keyOf(provider)], faults })),
      answer: (request) => {
        asked.push(request);
        return answer(request);
      },
    });
    const credentials = wireProviders.map((provider) => makeCredential(provider, simulator.origin, { provider }));
    const shared = { clock: systemClock, random: () => 0 };
    const store = new MemoryStore();
    const coordinator = new CredentialCoordinator({ ...shared, credentials, roleWeights: {}, store, owner: 'test' });
    const gateway = await openGateway({
      ...shared,
      coordinator,
      credentials,
      secrets: { open: keyOf },
      prices: { usdOf: () => 0.125, estimateUsd: () => 1 },
      maxRetries: 1,
      redact: (text) => text,
      openReplyRedactor: () => ({ push: (chunk) => chunk, end: () => new Uint8Array() }),
      onExchange: () => {},
      budget: openBudgetDesk({ batchUsd: null, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } }),
      ...changes,
    });
    const house = new ModelHouse(simulator, gateway, coordinator);
    house.asked = asked;
    return house;
  }

  async work(
    provider: WireProvider = 'anthropic',
    job: Partial<AgentJob> = {},
    options: Partial<JobOptions> = {},
  ): Promise<ProviderReply> {
    const models = [{ provider, model: 'some-model-1' }];
    const token = this.#gateway.issueToken({ taskId: '137', role: 'agent', models, isAgent: true });
    const tokens = { drafter: 'worthless', reviewer: 'worthless', agent: token };
    const gateway = { origin: this.#gateway.origin, tokens };
    const agent = openModelAgent(`model:${provider}:some-model-1`, this.surroundings({ gateway }));
    return await agent.work(this.job(job), this.options(options));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway[Symbol.asyncDispose]();
    this.#coordinator[Symbol.dispose]();
    await this.simulator[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}
