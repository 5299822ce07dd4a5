import type { Credential, WireProvider } from '../model/credential.ts';
import type { Exchange } from '../model/exchange.ts';
import type { PoolSnapshot } from '../model/pool-snapshot.ts';
import type { Clock } from '../parallel/clock.ts';
import type { CredentialCoordinator } from '../parallel/credential-coordinator.ts';
import type { PriceList } from '../prices/price-list.ts';
import type { ProxyServer } from '../proxies/proxy.ts';

/** What the gateway needs of the house it stands in. */
export interface GatewaySetup {
  readonly coordinator: Pick<CredentialCoordinator, 'reserve' | 'noteBegun' | 'release'> & { snapshot(): PoolSnapshot };
  /** Those that the coordinator hands out: their base URLs and scopes. */
  readonly credentials: readonly Credential[];
  readonly secrets: {
    /** Empty for a server that wants no key. */
    open(credentialName: string): string;
  };
  /** The proxy on the way to a base URL; null: there is none. */
  proxyTo(baseUrl: string): ProxyServer | null;
  readonly prices: PriceList;
  readonly clock: Clock;
  readonly random: () => number;
  /** How often one call may be repeated after a retryable answer. */
  readonly maxRetries: number;
  /** Contract: never throws. */
  redact(text: string): string;
  /**
   * Called before anything is sent that may cost money; nothing is sent before it resolves, or if it rejects. For
   * whoever tells what was spent and may be killed in between.
   */
  onBegin?(entry: BegunExchange): Promise<void>;
  /** Called once for every lease, when it is released. Contract: never throws. */
  onExchange(entry: ExchangeEntry): void;
  readonly budget: BudgetDesk;
  /** Contract: never throws. */
  onBudgetRefused?(entry: BudgetRefusal): void;
  readonly limits?: Partial<GatewayLimits>;
}

/** Names and numbers only: no secret, and no word of what was said. */
export interface ExchangeEntry extends Exchange {
  readonly taskId: string;
  /** What became of it, where its trouble and status do not say: a place, a system's name for an error, a time. */
  readonly why?: string;
}

export interface BegunExchange {
  readonly taskId: string;
  /** The id by which `onExchange` tells of its end. */
  readonly lease: string;
  readonly estimatedUsd: number | null;
}

/** Money, asked for before a call and settled after it. */
export interface BudgetDesk {
  /** Waits while calls in flight may give back what would be enough; an aborted signal ends the wait as `busy`. */
  reserve(taskId: string, estimatedUsd: number | null, signal: AbortSignal): Promise<BudgetAnswer>;
}

export type BudgetAnswer =
  /** `settle` counts once; null: it could not be measured, and the estimate counts. */
  | { readonly kind: 'granted'; settle(usd: number | null): void }
  | { readonly kind: 'refused'; readonly purse: PurseName; readonly reason: string }
  | { readonly kind: 'busy'; readonly reason: string };

/** Whose money is not enough; `price`: nobody knows what the call may cost, and there is a limit. */
export type PurseName = 'batch' | 'task' | 'price';

export interface BudgetRefusal {
  readonly taskId: string;
  readonly purse: PurseName;
  readonly reason: string;
}

export interface GatewayLimits {
  readonly maxRequestBytes: number;
  /** Of all requests of one token that are not answered yet: the memory is there for others, too. */
  readonly maxWaitingBytes: number;
  /** A longer reply is cut off. */
  readonly maxReplyBytes: number;
  /** Silence of the provider, before and after its headers. */
  readonly idleMs: number;
  /** One exchange in all. */
  readonly wallMs: number;
  /** All waiting of one request, over its repeats; past it, it is parked. */
  readonly leaseWaitMs: number;
  readonly agentLeaseWaitMs: number;
  readonly maxConnections: number;
}

export const defaultLimits: GatewayLimits = {
  maxRequestBytes: 32 * 1024 * 1024,
  maxWaitingBytes: 128 * 1024 * 1024,
  maxReplyBytes: 64 * 1024 * 1024,
  idleMs: 120_000,
  wallMs: 900_000,
  leaseWaitMs: 30_000,
  agentLeaseWaitMs: 300_000,
  maxConnections: 4096,
};

/** What a token is good for. */
export interface TaskGrant {
  readonly taskId: string;
  readonly role: string;
  /** Null: every model of every provider. */
  readonly models: readonly { readonly provider: WireProvider; readonly model: string }[] | null;
  /** Agents have no parking of their own, and wait longer. */
  readonly isAgent: boolean;
  /** How long the task may wait in all, and what is left of that; without it, the limits of the gateway alone count. */
  readonly waiting?: WaitingBound;
}

export interface WaitingBound {
  readonly allowedMs: number;
  readonly leftMs: number;
}
