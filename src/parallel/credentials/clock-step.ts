import { type LaneRow, type PoolState, type WindowOfTime, withCounters } from './pool-state.ts';

/**
 * The clock was set, or the machine slept: rests go on for as long as they had to, and nothing refills for time that did
 * not pass. What ends by the calendar stays as it is.
 */
export function stepClock(state: PoolState, byMs: number, now: number): PoolState {
  const later = <T extends number | null>(at: T): T | number => (at === null ? at : at + byMs);
  const stepped: PoolState = {
    ...state,
    lanes: mapRows(state.lanes, (lane) => stepLane(lane, byMs)),
    buckets: mapRows(state.buckets, (bucket) => ({
      ...bucket,
      at: bucket.at + byMs,
      changedAt: bucket.changedAt + byMs,
      window: bucket.window === null ? null : stepWindow(bucket.window, byMs),
    })),
    scopes: mapRows(state.scopes, (scope) => ({
      ...scope,
      window: { ...scope.window, changedAt: scope.window.changedAt + byMs },
    })),
    breakers: mapRows(state.breakers, (breaker) => ({
      ...breaker,
      overloads: breaker.overloads.map((at) => at + byMs),
      openUntil: later(breaker.openUntil),
      closedAt: breaker.closedAt + byMs,
    })),
    owners: mapRows(state.owners, ({ expiresAt }) => ({ expiresAt: expiresAt + byMs })),
    tickets: mapRows(state.tickets, (ticket) => ({ ...ticket, madeAt: ticket.madeAt + byMs })),
    leases: mapRows(state.leases, (lease) => ({ ...lease, reservedAt: lease.reservedAt + byMs })),
  };
  return withCounters(stepped, { seenAt: now, steppedAt: now });
}

function stepLane(lane: LaneRow, byMs: number): LaneRow {
  const { cooling, measure } = lane;
  const spells = measure.spells.map(([at, lastAt, ...amounts]) => [at + byMs, lastAt + byMs, ...amounts] as const);
  const exactSince = measure.exactSince === null ? null : measure.exactSince + byMs;
  return {
    ...lane,
    cooling: cooling === null ? null : { ...cooling, until: cooling.until + byMs, setAt: cooling.setAt + byMs },
    measure: { exactSince, spells },
  };
}

function stepWindow(window: WindowOfTime, byMs: number): WindowOfTime {
  return { ...window, returns: window.returns.map(({ at, amount }) => ({ at: at + byMs, amount })) };
}

function mapRows<Row>(rows: ReadonlyMap<string, Row>, change: (row: Row) => Row): ReadonlyMap<string, Row> {
  return new Map([...rows].map(([key, row]) => [key, change(row)]));
}
