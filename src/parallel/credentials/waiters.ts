import type { Clock } from '../clock.ts';
import { avoidanceMs } from './choice.ts';
import type { Lease, ReserveRequest } from './lease.ts';
import type { Wish } from './pool-state.ts';

/** Somebody who waits for a lease. */
export interface Waiter {
  readonly ticket: string;
  readonly wish: Wish;
  deadlineAt: number;
  /** Scopes, by name, that it would rather not have, for a while. */
  avoids: ReadonlySet<string>;
  readonly promise: Promise<Lease>;
  resolve(lease: Lease): void;
  reject(reason: unknown): void;
}

const nothing: ReadonlySet<string> = new Set();

/** Who waits in this process. Each is answered once. */
export class Waiters {
  readonly #waiting = new Map<string, Waiter>();

  get size(): number {
    return this.#waiting.size;
  }

  add(ticket: string, request: ReserveRequest, deadlineAt: number): Waiter {
    const { avoids = nothing } = request;
    const waiter = { ticket, wish: makeWish(request), deadlineAt, avoids, ...Promise.withResolvers<Lease>() };
    this.#waiting.set(ticket, waiter);
    return waiter;
  }

  get(ticket: string): Waiter | null {
    return this.#waiting.get(ticket) ?? null;
  }

  list(): Waiter[] {
    return [...this.#waiting.values()];
  }

  deadlineOf(ticket: string): number | null {
    return this.#waiting.get(ticket)?.deadlineAt ?? null;
  }

  nextDeadlineAt(): number | null {
    return this.#waiting.size === 0 ? null : Math.min(...this.list().map(({ deadlineAt }) => deadlineAt));
  }

  /** The clock was set: they still wait for as long as they wanted to. */
  postpone(ms: number): void {
    for (const waiter of this.#waiting.values()) waiter.deadlineAt += ms;
  }

  resolve(waiter: Waiter | null, lease: Lease): void {
    if (waiter !== null && this.#waiting.delete(waiter.ticket)) waiter.resolve(lease);
  }

  /** Whether it was still waiting. */
  reject(waiter: Waiter | null, reason: unknown): boolean {
    if (waiter === null || !this.#waiting.delete(waiter.ticket)) return false;
    waiter.reject(reason);
    return true;
  }

  rejectAll(reason: unknown): void {
    for (const waiter of this.list()) this.reject(waiter, reason);
  }
}

/** Whoever could not have another scope in time takes any: then it calls. Returns how to call that off. */
export function endAvoidance(waiter: Waiter, clock: Clock, call: () => void): () => void {
  if (waiter.avoids.size === 0) return () => {};
  return clock.after(avoidanceMs, () => {
    waiter.avoids = nothing;
    call();
  });
}

function makeWish({ role, provider, model, estimatedTokens, estimatedUsd, taskId }: ReserveRequest): Wish {
  return { role, provider, model, tokens: estimatedTokens, usd: estimatedUsd, taskId };
}
