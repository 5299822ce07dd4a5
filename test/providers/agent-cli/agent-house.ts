import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { GatewaySetup } from '../../../src/gateway/setup.ts';
import type { WireProvider } from '../../../src/model/credential.ts';
import type { GatewayAccess } from '../../../src/model/gateway-access.ts';
import type { ProgramLimits } from '../../../src/programs/subprocess.ts';
import type { AgentCli } from '../../../src/providers/agent-cli/agent-cli.ts';
import { openAgentProvider } from '../../../src/providers/agent-cli/agent-provider.ts';
import type { Prompt } from '../../../src/providers/prompt.ts';
import type { Ask, AskOptions, Provider, ProviderReply } from '../../../src/providers/provider.ts';
import type { Surroundings } from '../../../src/providers/surroundings.ts';
import type { AnswerRequest, Fault, MadeAnswer } from '../../../src/simulator/setup.ts';
import { openAgentHome } from '../../../src/store/agent-home.ts';
import { openSimulatedGateway, type SimulatedGateway } from '../../gateway/simulated-gateway.ts';

const providers = ['anthropic', 'openai'] as const;

export const schema = {
  type: 'object',
  properties: { verdict: { type: 'string' } },
  required: ['verdict'],
  additionalProperties: false,
};

export function makePrompt(changes: Partial<Prompt> = {}): Prompt {
  return {
    version: 'test-1',
    system: 'You judge what you are shown.',
    context: ['The issue.', 'The design.'],
    question: 'Judge the design.',
    format: { name: 'verdict', schema },
    isRepeated: true,
    ...changes,
  };
}

export interface AgentHouseSetup {
  readonly faults?: readonly Fault[];
  readonly gateway?: Partial<GatewaySetup>;
  /** Folders of PATH, before those of the machine. */
  readonly programs?: readonly string[];
  /** All of PATH, instead. */
  readonly path?: string;
  readonly limits?: ProgramLimits;
  /** Where requests go instead of to the simulator. */
  readonly upstream?: string;
  /** Where state lies; a temporary folder if it is not given. */
  readonly baseDir?: string;
  answer?(request: AnswerRequest): MadeAnswer;
}

/** Everything between an agent's program and a simulated provider, as it is in a batch. */
export class AgentHouse implements AsyncDisposable {
  readonly dir: string;
  readonly #setup: AgentHouseSetup;
  readonly #parts: SimulatedGateway;

  private constructor(setup: AgentHouseSetup, parts: SimulatedGateway) {
    this.#setup = setup;
    this.#parts = parts;
    this.dir = setup.baseDir ?? mkdtempSync(join(tmpdir(), 'agentos-agents-'));
    mkdirSync(this.dir, { recursive: true });
  }

  static async open(setup: AgentHouseSetup = {}): Promise<AgentHouse> {
    const { faults = [], answer, upstream } = setup;
    const gateway = { maxRetries: 0, ...setup.gateway };
    return new AgentHouse(setup, await openSimulatedGateway({ providers, faults, answer, upstream, gateway }));
  }

  get simulator(): SimulatedGateway['simulator'] {
    return this.#parts.simulator;
  }

  get keys(): readonly string[] {
    return this.#parts.keys;
  }

  get path(): string {
    return this.#setup.path ?? [...(this.#setup.programs ?? []), process.env['PATH'] ?? ''].join(delimiter);
  }

  surroundings(cli: AgentCli, model: string): Surroundings {
    const models = [{ provider: cli.provider, model }];
    const token = this.#parts.gateway.issueToken({ taskId: '137', role: 'drafter', models, isAgent: false });
    return {
      taskId: '137',
      gateway: {
        origin: this.#parts.gateway.origin,
        tokens: { drafter: token, reviewer: 'worthless', agent: 'worthless' },
      },
      programs: {
        environment: { PATH: this.path, LANG: 'C.UTF-8' },
        repoDir: this.dir,
        openHome: () => openAgentHome(this.dir, `137-${randomUUID()}`),
      },
      readText: () => '',
      appendLine: () => {},
      print: () => {},
      exit(code) {
        throw new Error(`exit ${code}`);
      },
    };
  }

  /** The access of an agent that works for the task. */
  agentAccess(provider: WireProvider, model: string): GatewayAccess {
    const models = [{ provider, model }];
    const agent = this.#parts.gateway.issueToken({ taskId: '137', role: 'agent', models, isAgent: true });
    return { origin: this.#parts.gateway.origin, tokens: { drafter: 'worthless', reviewer: 'worthless', agent } };
  }

  open(cli: AgentCli, model: string): Provider {
    return openAgentProvider(
      cli,
      `${cli.scheme}:${model}`,
      'drafter',
      this.surroundings(cli, model),
      this.#setup.limits,
    );
  }

  async ask(
    cli: AgentCli,
    model: string,
    prompt: Partial<Prompt> = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ProviderReply> {
    return await this.open(cli, model).ask(...this.question(prompt, signal));
  }

  question(prompt: Partial<Prompt> = {}, signal: AbortSignal = new AbortController().signal): [Ask, AskOptions] {
    const counts = { triesEnded: 0, repeatsUsed: 0, occurrence: 1, noteTry: () => {} };
    return [
      { kind: 'check-issue', brief: noBrief, remark: null },
      { prompt: makePrompt(prompt), ...counts, signal },
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
    if (this.#setup.baseDir === undefined) rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Agents are asked in words: nothing of it is read. */
const noBrief = {
  id: '137',
  title: 'T',
  issueText: '',
  hidden: [],
  notes: [],
  decisions: [],
  survey: '',
  outputPath: 'x.md',
  base: null,
  hasPath: () => false,
};
