import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerRequest, MadeAnswer, SimulatorSetup, TruthEntry } from '../../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { answerPrompt, type Behaviour, type HeardCall } from '../models/answer.ts';
import { makeContent, makeContentOf } from '../models/design-content.ts';
import type { TaskWork } from '../work.ts';

/** How large the designs are: by parts, or by the lines that a document has at least. */
export type Size = { readonly parts: number } | { readonly lines: number };

export type ProviderQuestion =
  /** Opens it; says where it is. */
  | { readonly kind: 'open'; readonly setup: SimulatorSetup; readonly work: readonly TaskWork[]; readonly size: Size }
  /** From now on these are the answers, one after the other, whatever is asked. The log starts anew. */
  | { readonly kind: 'recite'; readonly answers: readonly string[] }
  | { readonly kind: 'tell' };

/** What the providers saw. `heard` is in the order in which calls came in. */
export interface Told {
  readonly log: readonly TruthEntry[];
  readonly heard: readonly HeardCall[];
  /** What the providers took of the processor. */
  readonly cpuMs: number;
}

/** The providers, with models that know our prompts, in a process of their own. Ends with its parent. */
let simulator: Simulator | null = null;
let behaviours: ReadonlyMap<string, Behaviour> = new Map();
let work: ReadonlyMap<string, TaskWork> = new Map();
let recited: string[] | null = null;
let heard: HeardCall[] = [];
process.on('disconnect', () => process.exit());
process.on('message', async (question: ProviderQuestion) => process.send?.(await reply(question)));

async function reply(question: ProviderQuestion): Promise<unknown> {
  if (question.kind === 'tell') return tell();
  heard = [];
  if (question.kind === 'recite') {
    recited = [...question.answers];
    simulator?.reset();
    return null;
  }
  const content = makeDesign(question.size);
  work = new Map(question.work.map((one) => [one.issue, one]));
  behaviours = new Map(question.work.map(({ issue, rounds }) => [issue, { content, sendsBack: rounds - 1 }]));
  simulator = await openSimulator({ ...question.setup, answer });
  return simulator.origin;
}

function tell(): Told {
  const { user, system } = process.cpuUsage();
  return { log: simulator?.log ?? [], heard, cpuMs: (user + system) / 1000 };
}

function makeDesign(size: Size) {
  const subject = 'Move records in parts';
  return 'parts' in size ? makeContent(subject, size.parts) : makeContentOf(subject, size.lines);
}

async function answer({ prompt }: AnswerRequest): Promise<MadeAnswer> {
  const startedAt = performance.now();
  const next = recited?.shift();
  if (next !== undefined) return next;
  const call = answerPrompt(prompt, behaviourOf);
  heard.push(call);
  const ms = work.get(call.issue)?.callMs[call.kind][call.number - 1] ?? 0;
  await sleep(Math.max(0, ms - (performance.now() - startedAt)));
  return { text: call.text, about: call.kind };
}

function behaviourOf(issue: string): Behaviour {
  const behaviour = behaviours.get(issue);
  if (behaviour === undefined) throw new Error(`there is no issue ${issue}`);
  return behaviour;
}
