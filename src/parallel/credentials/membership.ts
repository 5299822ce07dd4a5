import type { KnownLimits } from '../../model/credential.ts';
import { makeLimits } from '../../model/known-limits.ts';
import { expectedAmounts } from './amounts.ts';
import {
  type CredentialFacts,
  type CredentialRow,
  type LaneRow,
  type LeaseRow,
  type PoolState,
  scopeKey,
  withRow,
} from './pool-state.ts';
import { credentialRow, makeConfigBuckets, makeScope } from './rows.ts';
import { addSpending } from './spending.ts';

/** A new batch: what a person has named is taken over, and what had been refused for good may be tried once more. */
export function join(state: PoolState, credentials: readonly CredentialFacts[], now: number): PoolState {
  const scopes = new Map(state.scopes);
  const merged = mergeLimits(credentials);
  for (const [key, known] of merged) {
    const old = scopes.get(key) ?? makeScope(known, now);
    const exhausted = old.exhausted?.until === null ? { ...old.exhausted, until: now, probe: null } : old.exhausted;
    const { size, isFound } = old.window;
    const named = known.concurrency ?? size;
    scopes.set(key, {
      ...old,
      known,
      exhausted,
      window: { ...old.window, size: isFound ? Math.min(size, named) : named },
    });
  }
  const rows = new Map(state.credentials);
  for (const { name } of credentials) rows.set(name, giveChance(credentialRow(state, name, now)));
  return joinLanes({ ...state, scopes, credentials: rows }, merged, now);
}

/** Of several credentials in one scope, the lowest that is named. */
function mergeLimits(credentials: readonly CredentialFacts[]): Map<string, KnownLimits> {
  const merged = new Map<string, KnownLimits>();
  for (const credential of credentials) {
    const key = scopeKey(credential);
    const [one, other] = [merged.get(key) ?? credential.limits, credential.limits];
    const lowest = (limit: keyof KnownLimits) =>
      one[limit] === null || other[limit] === null ? (one[limit] ?? other[limit]) : Math.min(one[limit], other[limit]);
    merged.set(key, makeLimits(lowest));
  }
  return merged;
}

function giveChance(row: CredentialRow): CredentialRow {
  const { disabled } = row;
  return { ...row, denied: {}, disabled: disabled?.by === 'provider' ? { ...disabled, isProbeDue: true } : disabled };
}

/** Those of other scopes are none of its business: what is exhausted there stays so. */
function joinLanes(state: PoolState, scopes: ReadonlyMap<string, KnownLimits>, now: number): PoolState {
  const [lanes, buckets] = [new Map(state.lanes), new Map(state.buckets)];
  for (const [key, lane] of state.lanes) {
    const known = scopes.get(lane.scope);
    if (known === undefined) continue;
    const made = makeConfigBuckets(lane.scope, lane.model, known, now);
    for (const [{ bucket }, fresh] of made) {
      if (buckets.get(bucket)?.perMinute !== fresh.perMinute) buckets.set(bucket, fresh);
    }
    const others = lane.buckets.filter(({ source }) => source !== 'config');
    const exhausted = lane.exhausted?.until === null ? { ...lane.exhausted, until: now, probe: null } : lane.exhausted;
    lanes.set(key, { ...lane, exhausted, buckets: [...others, ...made.map(([use]) => use)] });
  }
  return { ...state, lanes, buckets };
}

/** No other coordinator is alive. */
export function dropOthers(state: PoolState, owner: string, now: number): PoolState {
  const traces = [...state.leases.values(), ...state.tickets.values()].map((trace) => trace.owner);
  const others = new Set([...state.owners.keys(), ...traces].filter((other) => other !== owner));
  return [...others].reduce((next, other) => dropOwner(next, other, now), state);
}

/** Its places are free again. What its calls may have taken is not: nobody knows whether they have run. */
export function dropOwner(state: PoolState, owner: string, now: number): PoolState {
  const tickets = new Map([...state.tickets].filter(([, ticket]) => ticket.owner !== owner));
  const lost = [...state.leases].filter(([, lease]) => lease.owner === owner);
  const dropped = { ...state, owners: withRow(state.owners, owner, null), tickets };
  return lost.reduce<PoolState>((next, [id]) => loseLease(next, id, now), dropped);
}

/** It may have run: what it was expected to take is gone. Nothing else is known, and nothing else changes. */
export function loseLease(state: PoolState, id: string, now: number): PoolState {
  const lease = state.leases.get(id);
  if (lease === undefined) return state;
  const spent = spendExpected(state, lease, now);
  return clearProbes({ ...spent, leases: withRow(spent.leases, id, null) }, id, lease);
}

function spendExpected(state: PoolState, { credential, wish }: LeaseRow, now: number): PoolState {
  const row = credentialRow(state, credential, now);
  const guess = { usd: wish.usd ?? 0, tokens: expectedAmounts(wish.tokens).tokens };
  const counted = addSpending(row.today, { usd: 0, tokens: 0 }, guess);
  const today = { ...counted, unmeasured: counted.unmeasured + 1 };
  return { ...state, credentials: withRow(state.credentials, credential, { ...row, today }) };
}

/** A lease that was to try and is gone: another may. */
export function clearProbes(state: PoolState, id: string, lease: LeaseRow): PoolState {
  const lane = state.lanes.get(lease.lane);
  const scope = state.scopes.get(lease.scope);
  const credential = state.credentials.get(lease.credential);
  const breaker = state.breakers.get(lease.breaker);
  let next = state;
  if (lane?.cooling?.probe === id || lane?.exhausted?.probe === id) {
    next = { ...next, lanes: withRow(next.lanes, lease.lane, clearLane(lane, id)) };
  }
  if (scope?.exhausted?.probe === id) {
    const exhausted = { ...scope.exhausted, probe: null };
    next = { ...next, scopes: withRow(next.scopes, lease.scope, { ...scope, exhausted }) };
  }
  if (credential?.disabled?.probe === id) {
    const disabled = { ...credential.disabled, probe: null, isProbeDue: true };
    next = { ...next, credentials: withRow(next.credentials, lease.credential, { ...credential, disabled }) };
  }
  if (breaker?.probe === id)
    next = { ...next, breakers: withRow(next.breakers, lease.breaker, { ...breaker, probe: null }) };
  return next;
}

function clearLane(lane: LaneRow, id: string): LaneRow {
  const clear = <Rest extends { readonly probe: string | null }>(rest: Rest | null): Rest | null =>
    rest?.probe === id ? { ...rest, probe: null } : rest;
  return { ...lane, cooling: clear(lane.cooling), exhausted: clear(lane.exhausted) };
}

export function disable(state: PoolState, name: string, reason: string, now: number): PoolState {
  const row = credentialRow(state, name, now);
  const disabled = { by: 'person', reason, isProbeDue: false, probe: null } as const;
  return { ...state, credentials: withRow(state.credentials, name, { ...row, disabled }) };
}

/** What a person switched off stays off. */
export function acceptKey(state: PoolState, name: string, now: number): PoolState {
  const row = credentialRow(state, name, now);
  if (row.disabled?.by !== 'provider') return state;
  return { ...state, credentials: withRow(state.credentials, name, { ...row, disabled: null }) };
}

/** A person knows better: whatever stood against it is forgotten. */
export function enable(state: PoolState, facts: CredentialFacts, now: number): PoolState {
  const key = scopeKey(facts);
  const row = credentialRow(state, facts.name, now);
  const scope = state.scopes.get(key);
  const lanes = new Map([...state.lanes].map(([id, lane]) => [id, lane.scope === key ? awake(lane) : lane]));
  return {
    ...state,
    lanes,
    scopes: scope === undefined ? state.scopes : withRow(state.scopes, key, { ...scope, exhausted: null }),
    credentials: withRow(state.credentials, facts.name, { ...row, disabled: null, denied: {} }),
  };
}

function awake(lane: LaneRow): LaneRow {
  return lane.exhausted === null ? lane : { ...lane, exhausted: null };
}
