import type { PoolState } from './pool-state.ts';

const patienceMs = 250;

interface Awaited {
  readonly sinceAt: number;
  readonly lastFence: number;
}

/** Which of the others do not take their turn, as one that was killed does not: they are waited for only for a moment. */
export class Sleepers {
  readonly #awaited = new Map<string, Awaited>();
  #now = 0;

  has(owner: string): boolean {
    const awaited = this.#awaited.get(owner);
    return awaited !== undefined && this.#now - awaited.sinceAt >= patienceMs;
  }

  /** When the next one will have been waited for long enough; null if nobody is waited for. */
  wakeAt(): number | null {
    const times = [...this.#awaited.values()].map(({ sinceAt }) => sinceAt + patienceMs).filter((at) => at > this.#now);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Whoever took a lease is awake. */
  look(state: PoolState, now: number): void {
    this.#now = now;
    for (const [owner, { lastFence }] of this.#awaited) {
      if (lastFenceOf(state, owner) > lastFence || !state.owners.has(owner)) this.#awaited.delete(owner);
    }
  }

  note(owners: readonly string[], state: PoolState, now: number): void {
    for (const [owner, { sinceAt }] of this.#awaited) {
      if (!owners.includes(owner) && now - sinceAt < patienceMs) this.#awaited.delete(owner);
    }
    for (const owner of owners) {
      if (!this.#awaited.has(owner)) this.#awaited.set(owner, { sinceAt: now, lastFence: lastFenceOf(state, owner) });
    }
  }
}

function lastFenceOf({ leases }: PoolState, owner: string): number {
  return [...leases.values()].reduce((last, lease) => (lease.owner === owner ? Math.max(last, lease.fence) : last), 0);
}
