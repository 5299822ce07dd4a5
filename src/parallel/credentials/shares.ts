import { countersOf, type PoolState, withCounters, withRow } from './pool-state.ts';

/** So far a role may be behind, in calls at weight 1: what it could not get before, it may still make up for. */
const longestLag = 10;

/**
 * Roles take turns so that each gets calls by its weight while several wait. A turn lasts longer in virtual time the
 * lower the weight; whose turn would begin first is next. A role that had nothing to ask for goes on from where the
 * others are: it gave its share away. One that waits, and cannot use what the others get, keeps its place for a while:
 * where some credentials are for one role alone, the others even it out.
 */
export function turnBegin(state: PoolState, role: string): number {
  return Math.max(countersOf(state).virtualTime, state.roles.get(role)?.finish ?? 0);
}

/** Contract: the ticket that gets the turn is still among those that wait. */
export function takeTurn(state: PoolState, role: string, weight: number): PoolState {
  const begin = turnBegin(state, role);
  let earliest = begin;
  for (const { wish } of state.tickets.values()) earliest = Math.min(earliest, turnBegin(state, wish.role));
  const roles = withRow(state.roles, role, { finish: begin + 1 / weight });
  return withCounters({ ...state, roles }, { virtualTime: Math.max(earliest, begin - longestLag) });
}

/** A weight that makes no sense counts as one; none keeps a role from its turn. */
export function weightOf(weights: Readonly<Record<string, number>>, role: string): number {
  const weight = Object.hasOwn(weights, role) ? (weights[role] ?? 1) : 1;
  return Number.isFinite(weight) && weight > 0 ? Math.max(weight, 0.001) : 1;
}
