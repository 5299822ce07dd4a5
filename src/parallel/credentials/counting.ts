import { expectedAmounts } from './amounts.ts';
import type { LeaseRow, PoolState } from './pool-state.ts';

/** What is under way. */
export interface Use {
  readonly inFlight: number;
  readonly usd: number;
  readonly tokens: number;
  /** When each began, in order. */
  readonly starts: readonly number[];
}

interface Counted {
  readonly scopes: Map<string, Use>;
  readonly lanes: Map<string, Use>;
  readonly credentials: Map<string, Use>;
}

const nothing: Use = { inFlight: 0, usd: 0, tokens: 0, starts: [] };
/** Counted once for each set of leases, which never changes: a change makes another one. */
const counted = new WeakMap<ReadonlyMap<string, LeaseRow>, Counted>();

export function scopeUse(state: PoolState, scope: string): Use {
  return count(state).scopes.get(scope) ?? nothing;
}

export function laneUse(state: PoolState, lane: string): Use {
  return count(state).lanes.get(lane) ?? nothing;
}

export function credentialUse(state: PoolState, name: string): Use {
  return count(state).credentials.get(name) ?? nothing;
}

function count({ leases }: PoolState): Counted {
  const known = counted.get(leases);
  if (known !== undefined) return known;
  const fresh: Counted = { scopes: new Map(), lanes: new Map(), credentials: new Map() };
  for (const lease of leases.values()) {
    add(fresh.scopes, lease.scope, lease);
    add(fresh.lanes, lease.lane, lease);
    add(fresh.credentials, lease.credential, lease);
  }
  counted.set(leases, fresh);
  return fresh;
}

function add(uses: Map<string, Use>, key: string, { wish, reservedAt }: LeaseRow): void {
  const { inFlight, usd, tokens, starts } = uses.get(key) ?? nothing;
  uses.set(key, {
    inFlight: inFlight + 1,
    usd: usd + (wish.usd ?? 0),
    tokens: tokens + expectedAmounts(wish.tokens).tokens,
    starts: [...starts, reservedAt],
  });
}
