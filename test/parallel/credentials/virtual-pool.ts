import type { Credential } from '../../../src/model/credential.ts';
import type { Observation, Trouble, TroubleKind } from '../../../src/model/exchange.ts';
import {
  CredentialCoordinator,
  type CredentialCoordinatorSetup,
} from '../../../src/parallel/credential-coordinator.ts';
import {
  type CredentialEvent,
  type Lease,
  NoCredentialError,
  type ReserveRequest,
} from '../../../src/parallel/credentials/lease.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { makeCredential, makeRandom } from './virtual-run.ts';

export const answered: Observation = {
  trouble: null,
  advice: [],
  usage: { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 },
  usd: 0.01,
};

export function troubled(kind: TroubleKind, change: Partial<Trouble> = {}): Observation {
  const trouble = { kind, retryAt: null, isModelOnly: false, dimension: null, status: 429, message: 'no', ...change };
  return { trouble, advice: [], usage: null, usd: null };
}

/** A pool in virtual time with its events, for tests that play the gateway themselves. */
export class VirtualPool {
  readonly clock: VirtualClock;
  readonly events: CredentialEvent[] = [];
  readonly store: MemoryStore;
  readonly coordinator: CredentialCoordinator;
  #isAlive = true;

  constructor(
    credentials: readonly Credential[] = [makeCredential('k')],
    setup: Partial<CredentialCoordinatorSetup> & { clock?: VirtualClock; store?: MemoryStore } = {},
  ) {
    this.clock = setup.clock ?? new VirtualClock();
    this.store = setup.store ?? new MemoryStore();
    this.coordinator = new CredentialCoordinator({
      credentials,
      roleWeights: {},
      random: makeRandom(1),
      owner: 'a',
      onEvent: (event) => this.events.push(event),
      ...setup,
      clock: {
        now: () => this.clock.now(),
        after: (ms, call) => this.clock.after(ms, () => this.#isAlive && call()),
      },
      store: this.store,
    });
  }

  /** As SIGKILL does: from now on nothing happens in it, and nothing is tidied up. */
  kill(): void {
    this.#isAlive = false;
  }

  async reserve(change: Partial<ReserveRequest> = {}): Promise<Lease> {
    return await this.coordinator.reserve({
      role: 'drafter',
      provider: 'openai',
      model: 'm',
      estimatedTokens: { input: 10, output: 5 },
      estimatedUsd: 0.01,
      taskId: 't',
      signal: new AbortController().signal,
      ...change,
    });
  }

  /** With time passing as it must. */
  async get(change: Partial<ReserveRequest> = {}): Promise<Lease> {
    return await this.clock.drive(this.reserve(change));
  }

  /** Why there is no lease; fails if there is one. */
  async refusal(change: Partial<ReserveRequest> = {}): Promise<NoCredentialError> {
    const end = await this.clock.drive(this.reserve(change).catch((error: unknown) => error));
    if (end instanceof NoCredentialError) return end;
    throw new Error('there was a lease', { cause: end });
  }

  /** One call from beginning to end. */
  async call(observation: Observation = answered, change: Partial<ReserveRequest> = {}): Promise<Lease> {
    const lease = await this.get(change);
    this.coordinator.release(lease, observation);
    return lease;
  }

  /** How many rows of a kind there are in the store. */
  count(section: string): number {
    return this.store.transact(({ readAll }) => [...readAll()].filter(([key]) => key.startsWith(`${section}:`)).length);
  }

  stateOf(name: string): string | undefined {
    return this.coordinator.snapshot().credentials.find((credential) => credential.name === name)?.state;
  }
}
