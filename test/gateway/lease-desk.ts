import type { GatewaySetup } from '../../src/gateway/setup.ts';
import type { Credential } from '../../src/model/credential.ts';
import type { Observation } from '../../src/model/exchange.ts';
import type { PoolSnapshot } from '../../src/model/pool-snapshot.ts';
import { type NoCredentialCode, NoCredentialError } from '../../src/parallel/credentials/lease.ts';

type Coordinator = GatewaySetup['coordinator'];
type LeaseRequest = Parameters<Coordinator['reserve']>[0];
type Lease = Awaited<ReturnType<Coordinator['reserve']>>;

/** Hands out credentials in turn, at once, and writes down all that it is told. */
export class LeaseDesk implements Coordinator {
  readonly requests: LeaseRequest[] = [];
  /** Leases whose calls were being answered. */
  readonly begun: string[] = [];
  readonly released: { readonly lease: Lease; readonly observation: Observation }[] = [];
  /** What the next reservations do instead of granting, in order; null grants. */
  readonly script: (((request: LeaseRequest) => Promise<null>) | null)[] = [];
  breaker: 'closed' | 'open' = 'closed';
  breakerUntilAt: number | null = null;
  /** Until when credentials cool, by name. */
  readonly cooling = new Map<string, number>();
  readonly #credentials: readonly Credential[];
  #granted = 0;

  constructor(credentials: readonly Credential[]) {
    this.#credentials = credentials;
  }

  get inFlight(): number {
    return this.#granted - this.released.length;
  }

  get observations(): readonly Observation[] {
    return this.released.map(({ observation }) => observation);
  }

  async reserve(request: LeaseRequest): Promise<Lease> {
    this.requests.push(request);
    await this.script.shift()?.(request);
    const credential = this.#credentials[this.#granted % this.#credentials.length];
    if (credential === undefined) throw new Error('there is no credential');
    this.#granted += 1;
    const { name, scope } = credential;
    const at = Date.now();
    const times = { reservedAt: at, expiresAt: at + 30_000, waitedMs: 0 };
    return {
      id: `lease-${this.#granted}`,
      fence: this.#granted,
      credential: name,
      scope,
      model: request.model,
      ...times,
    };
  }

  snapshot(): PoolSnapshot {
    const provider = this.#credentials[0]?.provider ?? 'anthropic';
    const counts = { inUseBy: [], calls: 0, rejected: 0, usd: 0, tokens: 0, models: [], reason: null };
    const credentials = this.#credentials.map(({ name, provider: whose, scope }) => {
      const untilAt = this.cooling.get(name) ?? null;
      const state = untilAt === null ? ('ready' as const) : ('cooling' as const);
      return { name, provider: whose, scope, state, untilAt, ...counts };
    });
    const providers = [{ provider, model: 'claude-test-1', breaker: this.breaker, untilAt: this.breakerUntilAt }];
    return { credentials, providers, waiting: {} };
  }

  noteBegun({ id }: Lease): void {
    this.begun.push(id);
  }

  release(lease: Lease, observation: Observation): void {
    this.released.push({ lease, observation });
  }
}

/** As the coordinator refuses. */
export function refuse(code: NoCredentialCode, earliestAt: number | null): () => Promise<null> {
  return async () => {
    throw new NoCredentialError(code, 'Nothing is free', earliestAt);
  };
}

/** Waits until the caller gives up. */
export async function waitForAbort({ signal }: LeaseRequest): Promise<null> {
  return await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
