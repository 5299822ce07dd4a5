import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import { openModelAgent } from '../../../src/agents/model/model-agent.ts';
import type { GatewaySetup } from '../../../src/gateway/setup.ts';
import { type WireProvider, wireProviders } from '../../../src/model/credential.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import type { AnswerRequest, Fault, MadeAnswer } from '../../../src/simulator/setup.ts';
import { openSimulatedGateway, type SimulatedGateway } from '../../gateway/simulated-gateway.ts';
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
  readonly asked: readonly AnswerRequest[];
  readonly #parts: SimulatedGateway;

  private constructor(parts: SimulatedGateway, asked: readonly AnswerRequest[]) {
    super();
    this.#parts = parts;
    this.asked = asked;
  }

  static async open(
    answer: Answer,
    faults: readonly Fault[] = [],
    changes: Partial<GatewaySetup> = {},
  ): Promise<ModelHouse> {
    const asked: AnswerRequest[] = [];
    const noted = (request: AnswerRequest) => {
      asked.push(request);
      return answer(request);
    };
    const setup = { providers: wireProviders, faults, answer: noted, gateway: changes };
    return new ModelHouse(await openSimulatedGateway(setup), asked);
  }

  get simulator(): SimulatedGateway['simulator'] {
    return this.#parts.simulator;
  }

  async work(
    provider: WireProvider = 'anthropic',
    job: Partial<AgentJob> = {},
    options: Partial<JobOptions> = {},
  ): Promise<ProviderReply> {
    const models = [{ provider, model: 'some-model-1' }];
    const token = this.#parts.gateway.issueToken({ taskId: '137', role: 'agent', models, isAgent: true });
    const tokens = { drafter: 'worthless', reviewer: 'worthless', agent: token };
    const gateway = { origin: this.#parts.gateway.origin, tokens };
    const agent = openModelAgent(`model:${provider}:some-model-1`, this.surroundings({ gateway }));
    return await agent.work(this.job(job), this.options(options));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}
