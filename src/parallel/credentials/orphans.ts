import type { PoolEvent } from './events.ts';
import type { PoolState } from './pool-state.ts';

export interface Known {
  isHeld(lease: string): boolean;
  isHeard(ticket: string): boolean;
}

/** After a failure the store may hold what nobody was given. */
export function listOrphans({ leases, tickets }: PoolState, owner: string, known: Known): PoolEvent[] {
  const lost = [...leases].filter(([id, lease]) => lease.owner === owner && !known.isHeld(id));
  const unheard = [...tickets].filter(([id, ticket]) => ticket.owner === owner && !known.isHeard(id));
  return [
    ...lost.map(([lease]) => ({ kind: 'lease-lost', lease }) as const),
    ...unheard.map(([id]) => ({ kind: 'ticket-dropped', id }) as const),
  ];
}

export function isReleased(events: readonly PoolEvent[], lease: string): boolean {
  return events.some((event) => event.kind === 'released' && event.lease === lease);
}
