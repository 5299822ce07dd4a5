import { stepClock } from './clock-step.ts';
import type { PoolEvent } from './events.ts';
import { grant } from './granting.ts';
import { letIn } from './letting-in.ts';
import { acceptKey, disable, dropOthers, dropOwner, enable, join, loseLease } from './membership.ts';
import { countersOf, type PoolState, withCounters, withRow } from './pool-state.ts';
import { release } from './releasing.ts';

/** The only way in which the pool changes. Pure: time and chance come with the event. */
export function apply(state: PoolState, event: PoolEvent, now: number): PoolState {
  const next = react(state, event, now);
  const { seenAt } = countersOf(next);
  return next === state || seenAt === now ? next : withCounters(next, { seenAt: now });
}

function react(state: PoolState, event: PoolEvent, now: number): PoolState {
  switch (event.kind) {
    case 'joined':
      return join(state, event.credentials, now);
    case 'owner-seen':
      return { ...state, owners: withRow(state.owners, event.owner, { expiresAt: event.expiresAt }) };
    case 'owner-gone':
      return dropOwner(state, event.owner, now);
    case 'others-gone':
      return dropOthers(state, event.owner, now);
    case 'lease-lost':
      return loseLease(state, event.lease, now);
    case 'ticket-made':
      return makeTicket(state, event, now);
    case 'ticket-dropped':
      return state.tickets.has(event.id) ? { ...state, tickets: withRow(state.tickets, event.id, null) } : state;
    case 'granted':
      return grant(state, event, now);
    case 'released':
      return release(state, event, now);
    case 'let-in':
      return letIn(state, event.lease, now);
    case 'disabled':
      return disable(state, event.credential, event.reason, now);
    case 'enabled':
      return enable(state, event.credential, now);
    case 'key-accepted':
      return acceptKey(state, event.credential, now);
    case 'clock-stepped':
      return stepClock(state, event.byMs, now);
  }
}

function makeTicket(state: PoolState, event: Extract<PoolEvent, { kind: 'ticket-made' }>, now: number): PoolState {
  const { id, owner, wish, lastScope } = event;
  const last = countersOf(state).sequence;
  const sequence = event.place ?? last + 1;
  const tickets = withRow(state.tickets, id, { wish, owner, sequence, madeAt: now, lastScope });
  return withCounters({ ...state, tickets }, { sequence: Math.max(last, sequence) });
}
