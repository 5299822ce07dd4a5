import { noteAnswer } from './breaker.ts';
import { type PoolState, withRow } from './pool-state.ts';

/** Whether others wait for what becomes of this lease. */
export function isTrying(state: PoolState, id: string): boolean {
  const lease = state.leases.get(id);
  if (lease === undefined) return false;
  const lane = state.lanes.get(lease.lane);
  const rests = [
    ...[lane?.cooling, lane?.exhausted, state.scopes.get(lease.scope)?.exhausted],
    ...[state.credentials.get(lease.credential)?.disabled, state.breakers.get(lease.breaker)],
  ];
  return rests.some((rest) => rest?.probe === id);
}

/** The one that tries is being answered: whatever rested is awake again, however long the answer takes. */
export function letIn(state: PoolState, id: string, now: number): PoolState {
  const lease = state.leases.get(id);
  const lane = lease && state.lanes.get(lease.lane);
  const scope = lease && state.scopes.get(lease.scope);
  const credential = lease && state.credentials.get(lease.credential);
  if (!lease || !lane || !scope || !credential) return state;
  const awake = <Rest extends { readonly probe: string | null }>(rest: Rest | null) =>
    rest?.probe === id ? null : rest;
  const breaker = state.breakers.get(lease.breaker);
  return {
    ...state,
    lanes: withRow(state.lanes, lease.lane, {
      ...lane,
      cooling: awake(lane.cooling),
      exhausted: awake(lane.exhausted),
    }),
    scopes: withRow(state.scopes, lease.scope, { ...scope, exhausted: awake(scope.exhausted) }),
    credentials: withRow(state.credentials, lease.credential, { ...credential, disabled: awake(credential.disabled) }),
    breakers: breaker ? withRow(state.breakers, lease.breaker, noteAnswer(breaker, id, now)) : state.breakers,
  };
}
