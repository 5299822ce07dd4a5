import { randomBytes } from 'node:crypto';
import { answerAsOffline } from '../../src/cli/models/simulated-answers.ts';
import type { WireProvider } from '../../src/model/credential.ts';
import { answerByDefault } from '../../src/simulator/answers.ts';
import type { AnswerRequest, MadeAnswer, ScopeSetup, TruthEntry } from '../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { type Ending, runAgentos, type Started, startAgentos } from '../faults/processes.ts';
import { ScriptedWorkspace } from '../scripted-workspace.ts';

/** A scope of the simulator, and how many keys lead to it. */
interface SimulatedScope extends Omit<ScopeSetup, 'keys'> {
  readonly keys?: number;
}

export interface SimulatedSetup {
  readonly issues: number;
  readonly scopes: readonly SimulatedScope[];
  /** More of the config: limits and budgets of a credential are merged into every one. */
  readonly credential?: object;
  readonly config?: object;
  answer?(request: AnswerRequest): MadeAnswer | null;
}

export const drafter = 'anthropic:claude-sonnet-4-5';
export const reviewer = 'google:gemini-2.5-pro';

/** A repository of issues whose models are simulated: real HTTP, real processes, keys that open nothing. */
export class SimulatedWorkspace extends ScriptedWorkspace implements AsyncDisposable {
  readonly keys: readonly string[];
  readonly simulator: Simulator;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(setup: SimulatedSetup, simulator: Simulator, keys: ReadonlyMap<string, readonly string[]>) {
    super(Array.from({ length: setup.issues }, (_, at) => at + 1));
    this.simulator = simulator;
    this.keys = [...keys.values()].flat();
    const named = setup.scopes.flatMap(({ id, provider }) =>
      (keys.get(id) ?? []).map((key, at) => ({ name: `${id}-${at + 1}`, id, provider, key })),
    );
    this.#environment = Object.fromEntries(named.map(({ name, key }) => [variableOf(name), key]));
    const credentials = Object.fromEntries(
      named.map(({ name, id, provider }) => [
        name,
        { provider, scope: id, secret: `env:${variableOf(name)}`, baseUrl: simulator.origin, ...setup.credential },
      ]),
    );
    this.write({ 'agentos.config.json': JSON.stringify({ drafter, reviewer, credentials, ...setup.config }) });
  }

  static async open(setup: SimulatedSetup): Promise<SimulatedWorkspace> {
    const keys = new Map(setup.scopes.map((scope) => [scope.id, makeKeys(scope.provider, scope.keys ?? 1)]));
    const simulator = await openSimulator({
      scopes: setup.scopes.map((scope) => ({ ...scope, keys: keys.get(scope.id) ?? [] })),
      answer: (request) => setup.answer?.(request) ?? answerAsOffline(request) ?? answerByDefault(request),
    });
    return new SimulatedWorkspace(setup, simulator, keys);
  }

  /** `agentos` with the keys in its environment. */
  override async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir, env: this.#environment });
  }

  override start(...args: readonly string[]): Started {
    return startAgentos(args, { cwd: this.dir, env: this.#environment });
  }

  /** What really happened at the providers: every call for an answer, or those that ended so. */
  truth(kind?: TruthEntry['kind']): TruthEntry[] {
    const calls = this.simulator.log.filter(({ call }) => call === 'generate');
    return kind === undefined ? calls : calls.filter((entry) => entry.kind === kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.simulator[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}

function variableOf(name: string): string {
  return `TEST_KEY_${name.replaceAll(/\W/g, '_').toUpperCase()}`;
}

const heads: Readonly<Record<WireProvider, string>> = {
  anthropic: 'sk-ant-api03-',
  openai: 'sk-proj-',
  google: 'AIza',
  'openai-compatible': 'tok_',
};

/** Like real ones in form, and made up here and now. */
function makeKeys(provider: WireProvider, count: number): string[] {
  return Array.from({ length: count }, () => `${heads[provider]}${randomBytes(30).toString('base64url')}`);
}
