import type { Credential } from '../../../src/model/credential.ts';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import { type CredentialEvent, NoCredentialError } from '../../../src/parallel/credentials/lease.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { VirtualProvider, type VirtualScope } from './virtual-provider.ts';

/** Small and seeded, so that a failure can be repeated. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Service times as they are drawn beforehand: lognormal around the mean. */
export function drawServices(count: number, meanMs: number, seed: number, spread = 0.3): number[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(1, Math.round(meanMs * Math.exp(spread * normal - (spread * spread) / 2)));
  });
}

export function makeCredential(name: string, change: Partial<Credential> = {}): Credential {
  const none = {
    requestsPerMinute: null,
    tokensPerMinute: null,
    inputTokensPerMinute: null,
    outputTokensPerMinute: null,
  };
  return {
    name,
    provider: 'openai',
    baseUrl: 'https://api.openai.com',
    scope: name,
    models: null,
    roles: null,
    limits: { ...none, requestsPerDay: null, concurrency: null },
    budget: { usdPerDay: null, tokensPerDay: null },
    ...change,
  };
}

export interface RunSetup {
  readonly scopes: readonly VirtualScope[];
  readonly credentials?: readonly Credential[];
  readonly workers: number;
  readonly services: readonly number[];
  readonly tokens?: readonly number[];
  readonly roleWeights?: Readonly<Record<string, number>>;
  /** What worker number so and so asks for. */
  roleOf?(worker: number): string;
  modelOf?(worker: number): string;
  readonly deadlineMs?: number;
  readonly seed?: number;
}

export interface RunEnd {
  readonly ms: number;
  readonly provider: VirtualProvider;
  /** From asking until the call that was answered started, for each call. */
  readonly waits: readonly number[];
  /** Answered calls by worker, as long as there were more calls to come. */
  readonly perWorker: readonly number[];
  readonly perRole: ReadonlyMap<string, number>;
  readonly failures: readonly unknown[];
  readonly parked: number;
  readonly events: readonly CredentialEvent[];
  readonly coordinator: CredentialCoordinator;
}

/** A closed loop of workers that take calls off one list until all are answered, as gateway and workers would. */
export async function runVirtually(setup: RunSetup): Promise<RunEnd> {
  const clock = new VirtualClock();
  const provider = new VirtualProvider(clock, setup.scopes);
  const credentials = setup.credentials ?? setup.scopes.map(({ id }) => makeCredential(id));
  const events: CredentialEvent[] = [];
  const coordinator = new CredentialCoordinator({
    credentials,
    roleWeights: setup.roleWeights ?? {},
    store: new MemoryStore(),
    clock,
    random: makeRandom(setup.seed ?? 1),
    onEvent: (event) => events.push(event),
    owner: 'a',
  });
  const waits: number[] = [];
  const perWorker = Array.from({ length: setup.workers }, () => 0);
  const perRole = new Map<string, number>();
  const failures: unknown[] = [];
  let next = 0;
  let parked = 0;

  const attempt = async (worker: number, index: number, askedAt: number): Promise<boolean> => {
    const tokens = setup.tokens?.[index] ?? 10;
    const role = setup.roleOf?.(worker) ?? 'drafter';
    try {
      const lease = await coordinator.reserve({
        role,
        provider: credentials[0]?.provider ?? 'openai',
        model: setup.modelOf?.(worker) ?? 'm',
        estimatedTokens: { input: tokens, output: 0 },
        estimatedUsd: 0.001,
        taskId: `task-${worker}`,
        deadlineMs: setup.deadlineMs ?? 30_000,
        signal: new AbortController().signal,
      });
      const startAt = clock.now();
      const observation = await provider.call(lease.scope, setup.services[index] ?? 1, tokens);
      coordinator.release(lease, observation);
      if (observation.trouble !== null) return false;
      waits.push(startAt - askedAt);
      perRole.set(role, (perRole.get(role) ?? 0) + (next < setup.services.length ? 1 : 0));
      perWorker[worker] = (perWorker[worker] ?? 0) + 1;
      return true;
    } catch (error) {
      if (!(error instanceof NoCredentialError) || error.isForGood || error.earliestAt === null) throw error;
      parked += 1;
      await clock.sleep(error.earliestAt - clock.now());
      return false;
    }
  };

  const work = async (worker: number): Promise<void> => {
    while (next < setup.services.length) {
      const index = next;
      next += 1;
      const askedAt = clock.now();
      try {
        while (!(await attempt(worker, index, askedAt)));
      } catch (error) {
        failures.push(error);
      }
    }
  };

  const startAt = clock.now();
  await clock.drive(Promise.all(perWorker.map((_, worker) => work(worker))));
  return { ms: clock.now() - startAt, provider, waits, perWorker, perRole, failures, parked, events, coordinator };
}

/** The lower bound of CREDENTIALS.md 4.1: nobody can be done earlier. */
export function boundMs(setup: Pick<RunSetup, 'scopes' | 'workers' | 'services' | 'tokens'>): number {
  const { scopes, workers, services, tokens = [] } = setup;
  const sum = services.reduce((total, ms) => total + ms, 0);
  const places = scopes.reduce((total, { concurrency }) => total + (concurrency ?? Number.POSITIVE_INFINITY), 0);
  const requests = scopes.map((scope) => scope.requests);
  const starts = earliest(
    (ms) => requests.reduce((most, limit) => most + Math.floor(limit?.most(ms) ?? services.length), 0),
    services.length,
  );
  const tokenSum = tokens.reduce((total, count) => total + count, 0);
  const paid = earliest(
    (ms) => scopes.reduce((most, scope) => most + (scope.tokens?.most(ms) ?? tokenSum), 0),
    tokenSum,
  );
  return Math.max(starts + Math.min(...services), paid, sum / places, sum / workers, Math.max(...services));
}

function earliest(most: (ms: number) => number, needed: number): number {
  let [low, high] = [0, 100_000_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (most(middle) >= needed) high = middle;
    else low = middle;
  }
  return most(0) >= needed ? 0 : high;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** 1 if all have the same. */
export function jainIndex(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return (sum * sum) / (values.length * values.reduce((total, value) => total + value * value, 0));
}
