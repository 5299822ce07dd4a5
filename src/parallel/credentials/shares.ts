import { countersOf, type PoolState, withCounters, withRow } from './pool-state.ts';

/**
 * Roles take turns so that each gets calls by its weight while several wait. A turn lasts longer in virtual time the
 * lower the weight; whose turn would begin first is next. A role that had nothing to ask for, or could not be served,
 * goes on from where the others are: it gave its share away.
 */
export function turnBegin(state: PoolState, role: string): number {
  return Math.max(countersOf(state).virtualTime, state.roles.get(role)?.finish ?? 0);
}

export function takeTurn(state: PoolState, role: string, weight: number): PoolState {
  const begin = turnBegin(state, role);
  const roles = withRow(state.roles, role, { finish: begin + 1 / weight });
  return withCounters({ ...state, roles }, { virtualTime: begin });
}
