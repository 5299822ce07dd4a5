import { unknownLimits } from '../../model/known-limits.ts';
import { type Amounts, expectedAmounts } from './amounts.ts';
import { makeBreaker } from './breaker.ts';
import { levelAt, take } from './bucket.ts';
import { scopeUse } from './counting.ts';
import type { PoolEvent } from './events.ts';
import { newMeasure, noteStart } from './measure.ts';
import {
  breakerKey,
  countersOf,
  type Disabled,
  type Exhausted,
  type LaneRow,
  type LeaseRow,
  laneKey,
  type PoolState,
  scopeKey,
  type Ticket,
  withCounters,
  withRow,
} from './pool-state.ts';
import { credentialRow, makeScope, withLane } from './rows.ts';
import { takeTurn } from './shares.ts';

type Granted = Extract<PoolEvent, { kind: 'granted' }>;

/** The ticket becomes a lease, and everything is paid in advance that the call may need. */
export function grant(state: PoolState, event: Granted, now: number): PoolState {
  const ticket = state.tickets.get(event.ticket);
  if (ticket === undefined) throw new Error(`ticket ${event.ticket} is not there`);
  const opened = withLane(state, event.credential, ticket.wish.model, now);
  const lease = makeLease(opened, event, ticket, now);
  const paid = pay(opened, lease, now);
  const turned = takeTurn(paid, ticket.wish.role, event.weight);
  return withCounters(
    {
      ...markProbes(turned, event.lease, lease, now),
      tickets: withRow(state.tickets, event.ticket, null),
      leases: withRow(state.leases, event.lease, lease),
    },
    { fence: lease.fence },
  );
}

function makeLease(state: PoolState, { credential }: Granted, ticket: Ticket, now: number): LeaseRow {
  const scope = scopeKey(credential);
  const lane = laneKey(scope, ticket.wish.model);
  const amounts = expectedAmounts(ticket.wish.tokens);
  const marks = (state.lanes.get(lane)?.buckets ?? []).map(({ bucket, dimension }) => {
    return [bucket, (state.buckets.get(bucket)?.taken ?? 0) + amounts[dimension]] as const;
  });
  return {
    fence: countersOf(state).fence + 1,
    owner: ticket.owner,
    wish: ticket.wish,
    credential: credential.name,
    scope,
    lane,
    breaker: breakerKey(credential, ticket.wish.model),
    reservedAt: now,
    waitedMs: Math.max(0, now - ticket.madeAt),
    inFlightAtStart: scopeUse(state, scope).inFlight + 1,
    marks: Object.fromEntries(marks),
  };
}

function pay(state: PoolState, lease: LeaseRow, now: number): PoolState {
  const lane = state.lanes.get(lease.lane);
  if (lane === undefined) throw new Error(`${lease.lane} is not there`);
  const amounts = expectedAmounts(lease.wish.tokens);
  const { buckets } = payBuckets(state, lease.lane, amounts, now);
  const measure = noteStart(isSlack(state, lane, now) ? newMeasure : lane.measure, lease.wish.tokens, now);
  const day = { ...lane.day, requests: lane.day.requests + 1 };
  return { ...state, buckets, lanes: withRow(state.lanes, lease.lane, { ...lane, measure, day }) };
}

export function payBuckets(state: PoolState, lane: string, amounts: Amounts, now: number): PoolState {
  const buckets = new Map(state.buckets);
  for (const { bucket, dimension } of state.lanes.get(lane)?.buckets ?? []) {
    const row = buckets.get(bucket);
    if (row !== undefined) buckets.set(bucket, take(row, amounts[dimension], now));
  }
  return { ...state, buckets };
}

/** The limit that we keep was not used up for a while: what was let in since says little of it. */
function isSlack(state: PoolState, lane: LaneRow, now: number): boolean {
  return lane.buckets.some(({ bucket, source }) => {
    const row = state.buckets.get(bucket);
    return source === 'refusals' && row !== undefined && now > row.at && levelAt(row, now) >= row.capacity;
  });
}

/** Where one call was to try, this is the one. */
function markProbes(state: PoolState, id: string, lease: LeaseRow, now: number): PoolState {
  const lane = state.lanes.get(lease.lane);
  const scope = state.scopes.get(lease.scope) ?? makeScope(unknownLimits, now);
  const credential = credentialRow(state, lease.credential, now);
  const breaker = state.breakers.get(lease.breaker) ?? makeBreaker(lease.wish);
  const today = { ...credential.today, calls: credential.today.calls + 1 };
  return {
    ...state,
    lanes: lane === undefined ? state.lanes : withRow(state.lanes, lease.lane, probeLane(lane, id)),
    scopes: withRow(state.scopes, lease.scope, {
      ...scope,
      exhausted: probe(scope.exhausted, id),
      lastStartAt: now,
    }),
    credentials: withRow(state.credentials, lease.credential, {
      ...credential,
      today,
      disabled: probeDisabled(credential.disabled, id),
      lastStartAt: now,
    }),
    breakers:
      breaker.openUntil === null ? state.breakers : withRow(state.breakers, lease.breaker, { ...breaker, probe: id }),
  };
}

function probeLane(lane: LaneRow, id: string): LaneRow {
  const cooling = lane.cooling?.needsProbe === true ? { ...lane.cooling, probe: id } : lane.cooling;
  return { ...lane, cooling, exhausted: probe(lane.exhausted, id) };
}

function probe(exhausted: Exhausted | null, id: string): Exhausted | null {
  return exhausted === null ? null : { ...exhausted, probe: id };
}

function probeDisabled(disabled: Disabled | null, id: string): Disabled | null {
  return disabled === null ? null : { ...disabled, isProbeDue: false, probe: id };
}
