import type { PoolEvent } from './events.ts';
import type { NoCredentialError } from './lease.ts';
import type { PoolState, Wish } from './pool-state.ts';

type TicketMade = Extract<PoolEvent, { kind: 'ticket-made' }>;

const mostTasks = 10_000;

/**
 * The places in line of tasks that were sent away until later. Whoever comes back for the same stands where it stood:
 * else those that came after it, and are served in the meantime, could keep it away for ever.
 */
export class KeptPlaces {
  readonly #left = new Map<string, number>();
  /** Of tickets that are made, and perhaps not written yet. */
  readonly #taken = new Map<string, number>();

  /** A ticket that has to be made twice, because the store failed, gets its place twice. */
  restore(event: TicketMade): TicketMade {
    const key = keyOf(event.wish);
    const place = this.#taken.get(event.id) ?? (key === null ? undefined : this.#left.get(key));
    if (place === undefined) return event;
    if (key !== null) this.#left.delete(key);
    this.#taken.set(event.id, place);
    return { ...event, place };
  }

  /** What has come of a turn that is written: `planned` still has those that are refused. */
  note(planned: PoolState, state: PoolState, refusals: ReadonlyMap<string, NoCredentialError>): void {
    for (const [id, { isForGood }] of refusals) {
      const ticket = planned.tickets.get(id);
      if (ticket !== undefined && !isForGood) this.#keep(keyOf(ticket.wish), ticket.sequence);
    }
    for (const id of this.#taken.keys()) if (!state.tickets.has(id)) this.#taken.delete(id);
  }

  /** Of several calls of one task, the place that is further ahead. */
  #keep(key: string | null, place: number): void {
    if (key === null) return;
    const best = Math.min(place, this.#left.get(key) ?? place);
    this.#left.delete(key);
    this.#left.set(key, best);
    const [oldest] = this.#left.keys();
    if (this.#left.size > mostTasks && oldest !== undefined) this.#left.delete(oldest);
  }
}

function keyOf({ taskId, role, provider, model }: Wish): string | null {
  return taskId === null ? null : [taskId, role, provider, model].join('\u0000');
}
