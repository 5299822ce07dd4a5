import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerRequest, SimulatorSetup } from '../../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { parseMarks, type Served, type Truth } from '../truth.ts';

export type ProviderQuestion =
  /** Opens it; says where it is. `services`: how long each call takes, by its index. */
  | { readonly kind: 'open'; readonly setup: SimulatorSetup; readonly services: readonly number[] }
  /** All buckets are full, and all times count from now. */
  | { readonly kind: 'start' }
  | { readonly kind: 'tell' };

/** The providers, in a process of their own: nobody who asks can slow them down. Ends with its parent. */
let simulator: Simulator | null = null;
let services: readonly number[] = [];
let startAt = 0;
let served: { -readonly [Name in keyof Served]: Served[Name] }[] = [];
process.on('disconnect', () => process.exit());
process.on('message', async (question: ProviderQuestion) => process.send?.(await reply(question)));

async function reply(question: ProviderQuestion): Promise<unknown> {
  if (question.kind === 'open') {
    services = question.services;
    simulator = await openSimulator({ ...question.setup, answer });
    return simulator.origin;
  }
  if (question.kind === 'tell') return { startAt, log: simulator?.log ?? [], served } satisfies Truth;
  simulator?.reset();
  served = [];
  startAt = Date.now();
  return startAt;
}

async function answer({ prompt, scope }: AnswerRequest): Promise<string> {
  const marks = parseMarks(prompt);
  const one: (typeof served)[number] = { ...marks, scope, startAt: Date.now(), endAt: null };
  served.push(one);
  await sleep(services[marks.index] ?? 0);
  one.endAt = Date.now();
  return 'done';
}
