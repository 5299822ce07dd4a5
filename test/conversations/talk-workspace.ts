import { randomBytes } from 'node:crypto';
import type { Fault, ScopeSetup, TruthEntry } from '../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { type Ending, findWorkers, runAgentos, type Started, startAgentos, waitFor } from '../faults/processes.ts';
import { ScriptedWorkspace } from '../scripted-workspace.ts';
import { dryRunIssue } from './content.ts';
import type { Said } from './plays.ts';
import { Switchyard } from './switchyard.ts';
import { answerTwoRounds, type Step, steps } from './two-rounds.ts';

const drafter = 'anthropic:claude-sonnet-4-5';
const reviewer = 'google:gemini-2.5-pro';
const prices = { inputPerMillion: 3, outputPerMillion: 15 };

const providers = ['anthropic', 'google'] as const;
const variables = { anthropic: 'TALK_KEY_DRAFTS', google: 'TALK_KEY_REVIEWS' } as const;

export interface TalkSetup {
  readonly tasks: number;
  /** What goes wrong once, by task and step: `3 draft`. */
  readonly troubles?: Readonly<Record<string, Fault>>;
  /** What is said instead of the usual reply, by task and step. */
  readonly others?: Partial<Record<string, Said>>;
}

/** Issues that become designs in two rounds, by simulated models over HTTP, with the real program. */
export class TalkWorkspace extends ScriptedWorkspace implements AsyncDisposable {
  readonly #parts = new AsyncDisposableStack();
  readonly #keys: Readonly<Record<(typeof providers)[number], string>>;
  #simulator: Simulator | null = null;
  /** Calls that are asked and get no answer until somebody lets them. */
  readonly #held = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  /** Every question that was asked, in its words. */
  readonly heard: { readonly about: string; readonly prompt: string }[] = [];
  /** Questions that were asked by somebody who then was killed. */
  readonly cutOff: string[] = [];

  private constructor(setup: TalkSetup) {
    super([]);
    this.#keys = { anthropic: makeKey(), google: makeKey() };
    for (let id = 1; id <= setup.tasks; id += 1) this.writeIssue(id, dryRunIssue);
  }

  static async open(setup: TalkSetup): Promise<TalkWorkspace> {
    const workspace = new TalkWorkspace(setup);
    await workspace.#open(setup);
    return workspace;
  }

  writeIssue(id: number, text: string): void {
    this.write({ [`docs/issues/${id}.md`]: text.replaceAll('137', String(id)) });
  }

  /** From now on this step of this task gets no answer. */
  hold(task: number, step: Step): void {
    this.#held.add(`${task} ${step}`);
  }

  /** Nobody is there any more to hear the answers to what is held. */
  #drop(): void {
    this.#held.clear();
    for (const drop of this.#waiting.values()) drop();
    this.#waiting.clear();
  }

  override async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir, env: this.#environment });
  }

  override start(...args: readonly string[]): Started {
    return startAgentos(args, { cwd: this.dir, env: this.#environment });
  }

  /** Ends a batch and all of its workers as a power cut would, in the midst of what is held. */
  async killWhileHeld(...args: readonly string[]): Promise<void> {
    await this.#killWhen(
      'the calls that are held',
      () => [...this.#held].every((call) => this.#waiting.has(call)),
      args,
    );
    this.#drop();
  }

  /** The same as soon as so many more calls were answered, or the batch is over. */
  async killAfterCalls(more: number, ...args: readonly string[]): Promise<void> {
    const before = this.truth.length;
    await this.#killWhen(`${more} more calls`, () => this.truth.length >= before + more, args);
  }

  async #killWhen(what: string, isTime: () => boolean, args: readonly string[]): Promise<void> {
    const { pid, ended, child } = this.start(...args);
    await waitFor(what, () => isTime() || child.exitCode !== null);
    const workers = child.exitCode === null ? findWorkers(pid) : [];
    child.kill('SIGKILL');
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    await ended;
  }

  /** What really happened at the providers, call by call. */
  get truth(): readonly TruthEntry[] {
    return (this.#simulator?.log ?? []).filter(({ call }) => call === 'generate');
  }

  /** How often each question was answered to somebody who heard it to its end: task, step and the hash of its words. */
  get answered(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { kind, about, isAbandoned } of this.truth) {
      if (kind === 'answered' && !isAbandoned && about !== null) counts.set(about, (counts.get(about) ?? 0) + 1);
    }
    return counts;
  }

  /** Tasks and steps of the questions that were answered, in the order of a conversation. */
  answeredSteps(): string[] {
    const calls = [...this.answered.keys()].map((about) => about.split(' ').slice(0, 2));
    const order: readonly string[] = steps;
    const place = ([task, step = '']: string[]) => Number(task) * order.length + order.indexOf(step);
    return calls.toSorted((a, b) => place(a) - place(b)).map((call) => call.join(' '));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#drop();
    await this.#parts.disposeAsync();
    this[Symbol.dispose]();
  }

  async #open({ troubles = {}, others = {} }: TalkSetup): Promise<void> {
    const left = new Map(Object.entries(troubles).map(([call, fault]) => [call, makeFaulty(fault)]));
    const plain = providers.map((provider) => ({ id: provider, provider, keys: [this.#keys[provider]] }));
    const simulator = await openSimulator({
      // Waits are told in milliseconds.
      timeScale: 0.1,
      scopes: [...plain, ...[...left.values()].flatMap(({ scopes }) => scopes)],
      answer: async (request) => {
        const answer = answerTwoRounds(request, others);
        this.heard.push({ about: answer.about, prompt: request.prompt });
        await this.#wait(answer.about);
        return answer;
      },
    });
    this.#parts.use(simulator);
    this.#simulator = simulator;
    const yard = await Switchyard.open(simulator.origin, ({ task, step }, header) => {
      const trouble = left.get(`${task} ${step}`);
      left.delete(`${task} ${step}`);
      return trouble?.keys[header === 'x-api-key' ? 'anthropic' : 'google'] ?? null;
    });
    this.#parts.use(yard);
    this.#configure(yard.origin);
  }

  #configure(baseUrl: string): void {
    const credentials = Object.fromEntries(
      providers.map((provider) => [provider, { provider, secret: `env:${variables[provider]}`, baseUrl }]),
    );
    const config = { drafter, reviewer, prices: { [drafter]: prices, [reviewer]: prices }, credentials };
    this.write({ 'agentos.config.json': JSON.stringify(config) });
  }

  /** Those who are killed could not tell what they covered. */
  get #environment(): Record<string, string | undefined> {
    const keys = providers.map((provider) => [variables[provider], this.#keys[provider]]);
    return { ...Object.fromEntries(keys), NODE_V8_COVERAGE: undefined };
  }

  async #wait(about: string): Promise<void> {
    const call = about.split(' ').slice(0, 2).join(' ');
    if (!this.#held.has(call)) return;
    this.cutOff.push(about);
    await new Promise<void>((_, reject) => this.#waiting.set(call, () => reject(new Error('nobody is there'))));
  }
}

/** A scope of each provider in which every call goes wrong in this way. */
function makeFaulty(fault: Fault) {
  const keys = { anthropic: makeKey(), google: makeKey() };
  const scopes: ScopeSetup[] = providers.map((provider) => ({
    id: `${fault.kind} ${keys[provider].slice(-8)}`,
    provider,
    keys: [keys[provider]],
    faults: [fault],
  }));
  return { keys, scopes };
}

function makeKey(): string {
  return `made-up-${randomBytes(24).toString('hex')}`;
}
