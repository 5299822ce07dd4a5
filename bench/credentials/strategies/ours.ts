import { join } from 'node:path';
import type { Credential } from '../../../src/model/credential.ts';
import { Child } from '../processes/child.ts';
import type { HousePlace, HouseQuestion } from '../processes/house.ts';
import { roleOf, type Scenario, timeScale } from '../scenario.ts';
import { type Marks, renderMarks } from '../truth.ts';
import { Line, type Reply, wireForms } from '../wire.ts';
import { killAndWatch } from './killed-house.ts';
import type { Answer, Door, Ground, Strategy } from './strategy.ts';

/** Thirty seconds, and a sign of life every ten, as everything else that lasts: scaled. */
const sharedTiming = { ttlMs: 30_000 * timeScale, beatMs: 10_000 * timeScale };
const unknown = {
  requestsPerMinute: null,
  tokensPerMinute: null,
  inputTokensPerMinute: null,
  outputTokensPerMinute: null,
  requestsPerDay: null,
  concurrency: null,
};

/** Coordinator, store and gateway in a process of their own, and callers that come over HTTP with a task's token. */
export const ours: Strategy = {
  name: 'AgentOS',
  async open(ground) {
    const count = ground.scenario.houses?.count ?? 1;
    const houses: House[] = [];
    for (let number = 0; number < count; number += 1) houses.push(await openHouse(ground, number, count));
    return new OurDoor(ground, houses);
  },
};

export interface House {
  readonly owner: string;
  readonly child: Child;
  readonly place: HousePlace;
  isKilled: boolean;
}

async function openHouse(ground: Ground, number: number, count: number): Promise<House> {
  const { scenario, folder } = ground;
  const credentials = makeCredentials(ground);
  const owner = `house-${number}`;
  const question: HouseQuestion = {
    kind: 'open',
    owner,
    database: databaseOf(folder),
    credentials,
    secrets: Object.fromEntries(credentials.map(({ name }) => [name, findKey(ground, name)])),
    roleWeights: scenario.roleWeights ?? {},
    timing: count === 1 ? {} : sharedTiming,
    callers: Array.from({ length: scenario.callers }, (_, at) => ({
      taskId: `task-${at}`,
      role: roleOf(scenario, at),
    })),
  };
  const child = new Child(new URL('../processes/house.ts', import.meta.url));
  return { owner, child, place: await child.ask<HousePlace>(question), isKilled: false };
}

/** Only names and scopes are configured: every limit has to be found out. */
function makeCredentials({ scenario, origin }: Ground): Credential[] {
  return scenario.scopes.flatMap(({ id, keys, roles }) =>
    Array.from({ length: keys }, (_, at) => ({
      name: `${id}-${at}`,
      provider: scenario.provider,
      baseUrl: origin,
      scope: id,
      models: null,
      roles: roles ?? null,
      limits: unknown,
      budget: { usdPerDay: null, tokensPerDay: null },
    })),
  );
}

function findKey({ keys }: Ground, name: string): string {
  const [scope = '', at] = name.split('-');
  return keys.get(scope)?.[Number(at)] ?? '';
}

function databaseOf(folder: string): string {
  return join(folder, 'credentials.db');
}

class OurDoor implements Door {
  readonly #ground: Ground;
  readonly #houses: readonly House[];
  readonly #line = new Line();

  constructor(ground: Ground, houses: readonly House[]) {
    this.#ground = ground;
    this.#houses = houses;
  }

  async ask(marks: Marks, signal: AbortSignal): Promise<Answer> {
    const { provider }: Scenario = this.#ground.scenario;
    const { path, makeBody, makeHeaders } = wireForms[provider];
    const house = this.#houses[marks.caller % this.#houses.length];
    if (house === undefined || house.isKilled) return { kind: 'gone' };
    const { origin, tokens } = house.place;
    const headers = makeHeaders(tokens[marks.caller] ?? '');
    try {
      return read(await this.#line.post(`${origin}/${provider}${path}`, headers, makeBody(renderMarks(marks)), signal));
    } catch (error) {
      if (house.isKilled) return { kind: 'gone' };
      throw error;
    }
  }

  async attend(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
    const { scenario, folder } = this.#ground;
    const [victim] = this.#houses;
    if (scenario.houses === undefined || victim === undefined) return {};
    return await killAndWatch(victim, databaseOf(folder), scenario.houses.killAtMs, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#line[Symbol.dispose]();
    for (const { child } of this.#houses) child[Symbol.dispose]();
  }
}

function read({ status, headers }: Reply): Answer {
  if (status === 200) return { kind: 'answered' };
  const until = Number(headers['x-agentos-parked-until'] ?? Number.NaN);
  return Number.isFinite(until) ? { kind: 'parked', until } : { kind: 'failed', status };
}
