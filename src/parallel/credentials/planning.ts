import type { Credential } from '../../model/credential.ts';
import { expectedAmounts } from './amounts.ts';
import { chooseCredential, findPacedLane, isPicky, listTooDear } from './choice.ts';
import type { PoolEvent } from './events.ts';
import { payBuckets } from './granting.ts';
import { countersOf, type PoolState, type Ticket } from './pool-state.ts';
import { apply } from './reducer.ts';
import { turnBegin } from './shares.ts';

/** Whose tickets wait in which line: those of one role for one model, in order of arrival. */
export type Line = readonly (readonly [id: string, ticket: Ticket])[];

export interface Desk {
  readonly owner: string;
  readonly credentials: readonly Credential[];
  weightOf(role: string): number;
  /** It was its turn, and it did not take it: nobody waits for it. */
  isAsleep(owner: string): boolean;
  /** The same call has just failed there. */
  isAvoided(ticket: string, scope: string): boolean;
}

interface Plan {
  readonly state: PoolState;
  /** Leases for our own tickets, by ticket. */
  readonly granted: ReadonlyMap<string, string>;
  /** Others whose turn it is, and whom we let go first. */
  readonly awaited: readonly string[];
}

interface Candidate {
  readonly id: string;
  readonly ticket: Ticket;
  readonly credential: Credential;
}

type Granted = Extract<PoolEvent, { kind: 'granted' }>;

/** So many in a line are asked whether the free scope is theirs. */
const lookAhead = 8;
/** Whoever has waited so long for enough tokens is not overtaken any more by those that need fewer. */
const patienceMs = 3_000;

const known = new WeakMap<ReadonlyMap<string, Ticket>, readonly Line[]>();

export function linesOf({ tickets }: PoolState): readonly Line[] {
  const lines = known.get(tickets) ?? makeLines(tickets);
  known.set(tickets, lines);
  return lines;
}

function makeLines(tickets: ReadonlyMap<string, Ticket>): readonly Line[] {
  const lines = Map.groupBy(tickets, ([, { wish }]) => `${wish.role}\u0000${wish.provider}\u0000${wish.model}`);
  return [...lines.values()].map((line) => line.sort(([, a], [, b]) => a.sequence - b.sequence));
}

/**
 * Hands out all that can be handed out now. Everybody's tickets take their turns, but only our own become leases: for
 * others we merely leave room, since it is they who will take it.
 */
export function planGrants(state: PoolState, desk: Desk, now: number): Plan {
  let real = state;
  let planned = holdForPatient(state, desk, now);
  const granted = new Map<string, string>();
  const awaited: string[] = [];
  for (;;) {
    const next = findNext(planned, desk, now);
    if (next === null) return { state: real, granted, awaited };
    const isSame = planned === real;
    planned = apply(planned, grantEvent(planned, desk, next), now);
    if (next.ticket.owner !== desk.owner) awaited.push(next.ticket.owner);
    else {
      const own = grantEvent(real, desk, next);
      real = isSame ? planned : apply(real, own, now);
      granted.set(next.id, own.lease);
    }
  }
}

/** A lease is named for its fence, which no other lease has. */
function grantEvent(state: PoolState, desk: Desk, { id, ticket, credential }: Candidate): Granted {
  const lease = `${ticket.owner}.${countersOf(state).fence + 1}`;
  return { kind: 'granted', ticket: id, lease, credential, weight: desk.weightOf(ticket.wish.role) };
}

/** Of the roles that can be served, the one whose turn comes first; then whoever came first. */
function findNext(state: PoolState, desk: Desk, now: number): Candidate | null {
  let best: Candidate | null = null;
  let bestTurn = Number.POSITIVE_INFINITY;
  for (const line of linesOf(state)) {
    const candidate = findInLine(state, line, desk, now);
    if (candidate === null) continue;
    const turn = turnBegin(state, candidate.ticket.wish.role);
    const isEarlier = turn === bestTurn && best !== null && candidate.ticket.sequence < best.ticket.sequence;
    if (turn >= bestTurn && !isEarlier) continue;
    best = candidate;
    bestTurn = turn;
  }
  return best;
}

/**
 * The first of the line; but one who would rather wait for its own scope, or for another than the one where it failed,
 * lets others pass that would not, and so does one that costs more than a credential has left for today, there.
 */
function findInLine(state: PoolState, line: Line, desk: Desk, now: number): Candidate | null {
  const awake = line.filter(([, { owner }]) => owner === desk.owner || !desk.isAsleep(owner));
  let first: Candidate | null = null;
  let { credentials } = desk;
  for (const [id, ticket] of awake.slice(0, lookAhead)) {
    const isAvoided = ({ scope }: Credential) => desk.isAvoided(id, scope);
    const credential = chooseCredential(state, credentials, ticket, isAvoided, now);
    const isNext = credential === null && first === null;
    const isFree = desk.credentials.some(isAvoided) && isServable(state, desk, ticket, now);
    if (isNext && !isFree) {
      credentials = listTooDear(state, credentials, ticket.wish, now);
      if (credentials.length === 0) return null;
    }
    if (credential === null) continue;
    const candidate = { id, ticket, credential };
    if (!isPicky(ticket, credential, now)) return candidate;
    first ??= candidate;
  }
  return first;
}

/** By anybody, also where it would rather not be. */
function isServable(state: PoolState, { credentials }: Desk, ticket: Ticket, now: number): boolean {
  return chooseCredential(state, credentials, ticket, () => false, now) !== null;
}

/** Leaves tokens to those at the head of a line that need more than is there, and have waited long enough. */
function holdForPatient(state: PoolState, desk: Desk, now: number): PoolState {
  let held = state;
  for (const [head] of linesOf(state)) {
    if (head === undefined || now - head[1].madeAt < patienceMs) continue;
    const lane = findPacedLane(state, desk.credentials, head[1].wish, now);
    if (lane !== null) held = payBuckets(held, lane, expectedAmounts(head[1].wish.tokens), now);
  }
  return held;
}
