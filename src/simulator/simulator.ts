import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { answerByDefault } from './answers.ts';
import { findKey, findPersonality, findRoute, mayUse, providerOf } from './door.ts';
import { Exchange } from './exchange.ts';
import type { Holder, House } from './house.ts';
import { readBody } from './read-body.ts';
import type { ScopeChange, SimulatorSetup, TruthEntry } from './setup.ts';
import { SimulatedScope } from './simulated-scope.ts';

/** Providers on loopback. Which scope a request belongs to is decided by its key, and by nothing else. */
export interface Simulator extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4567`: the base URL of every provider in it. */
  readonly origin: string;
  /** What really happened, in the order in which it ended. */
  readonly log: readonly TruthEntry[];
  /** Everything is as it was at the beginning. */
  reset(): void;
  set(scope: string, change: ScopeChange): void;
}

export async function openSimulator(setup: SimulatorSetup): Promise<Simulator> {
  const simulation = new Simulation(setup);
  const server = createServer((request, response) => void simulation.handle(request, response));
  // Callers keep connections for longer than the usual five seconds, and must not meet one that just closed.
  server.keepAliveTimeout = 120_000;
  await listen(server, setup.port ?? 0);
  return {
    origin: originOf(server),
    log: simulation.log,
    reset: () => simulation.reset(),
    set: (scope, change) => simulation.set(scope, change),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new AgentOsError('PORT_UNAVAILABLE', `Port ${port} cannot be used (${errnoOf(error)}).`, { cause: error });
  }
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return `http://127.0.0.1:${address.port}`;
}

class Simulation {
  readonly log: TruthEntry[] = [];
  readonly #setup: SimulatorSetup;
  readonly #holders = new Map<string, Holder>();
  readonly #house: House;
  #number = 0;

  constructor(setup: SimulatorSetup) {
    this.#setup = setup;
    const { timeScale = 1, clockSkewMs = 0, now = Date.now } = setup;
    this.#house = {
      now,
      clockSkewMs,
      needsMilliseconds: timeScale < 1,
      answer: setup.answer?.bind(setup) ?? answerByDefault,
      log: (entry) => this.#note(entry),
    };
    this.reset();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#exchange(request, response);
    } catch (error) {
      // A caller that left while it was still speaking, or an `answer` that threw.
      if (response.headersSent || response.destroyed) response.destroy();
      else sendError(response, 500, `The simulator could not answer: ${error}`);
    }
  }

  reset(): void {
    const { seed = 1, timeScale = 1, scopes } = this.#setup;
    this.log.length = 0;
    this.#holders.clear();
    for (const setup of scopes) {
      const scope = new SimulatedScope(setup, { now: this.#house.now(), seed, timeScale });
      for (const [keyIndex, key] of setup.keys.entries()) this.#admit(key, { scope, keyIndex });
    }
  }

  set(id: string, change: ScopeChange): void {
    const holder = [...this.#holders.values()].find(({ scope }) => scope.setup.id === id);
    if (holder === undefined) throw new AgentOsError('SCOPE_UNKNOWN', `The simulator has no scope "${id}".`);
    holder.scope.set(this.#house.now(), change);
  }

  #admit(key: string, holder: Holder): void {
    const other = this.#holders.get(key);
    if (other !== undefined) {
      const both = `"${other.scope.setup.id}" and "${holder.scope.setup.id}"`;
      throw new AgentOsError('SETUP_INVALID', `A key is used twice, in scope ${both}: it decides the scope.`);
    }
    this.#holders.set(key, holder);
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = this.#house.now();
    const url = new URL(request.url ?? '/', 'http://simulator');
    const route = findRoute(request.method ?? '', url);
    if (route === null) return sendError(response, 404, 'The simulator has no such address.');
    const body = await readBody(request);
    const key = findKey(request.headers);
    const found = key === null ? undefined : this.#holders.get(key);
    const holder = found !== undefined && mayUse(found.scope.setup.provider, route) ? found : null;
    const provider = holder?.scope.setup.provider ?? providerOf(route);
    const personality = findPersonality(route, provider);
    this.#number += 1;
    const caller = { route, provider, personality, key, at, number: this.#number };
    await new Exchange(this.#house, caller, response).run(holder, body);
  }

  #note(entry: TruthEntry): void {
    this.log.push(entry);
    this.#setup.log?.(entry);
  }
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'simulator_error', param: null, code: null } }));
}
