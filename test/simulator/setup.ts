import { randomBytes } from 'node:crypto';
import type { WireProvider } from '../../src/model/credential.ts';
import type { ScopeSetup, SimulatorSetup } from '../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { type Client, city, hello } from './clients.ts';

export const providerOf: Readonly<Record<Client, WireProvider>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  'openai-chat': 'openai',
  google: 'google',
  'openai-compatible': 'openai-compatible',
};

export function makeKey(): string {
  return `made-up-${randomBytes(12).toString('hex')}`;
}

export interface OneScope extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly origin: string;
  readonly key: string;
}

/** A simulator with one scope and one key, that answers the questions of the clients. */
export async function openScope(
  provider: WireProvider,
  scope: Partial<ScopeSetup> = {},
  more: Partial<SimulatorSetup> = {},
): Promise<OneScope> {
  const key = makeKey();
  const scopes = [{ id: 'one', provider, keys: [key], ...scope }];
  const simulator = await openSimulator({ answer: answerClients, ...more, scopes });
  const dispose = () => simulator[Symbol.asyncDispose]();
  return { simulator, origin: simulator.origin, key, [Symbol.asyncDispose]: dispose };
}

function answerClients({ prompt }: { prompt: string }): string {
  return prompt.includes(city.prompt) ? city.answer : hello.answer;
}
