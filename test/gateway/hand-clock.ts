import type { Clock } from '../../src/parallel/clock.ts';

/** Its timers fire when a test says so, and never by themselves: no machine is too slow for it. */
export class HandClock implements Clock {
  readonly #timers = new Set<{ readonly ms: number; call(): void }>();

  now(): number {
    return Date.now();
  }

  after(ms: number, call: () => void): () => void {
    const timer = { ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers of this length are waiting. */
  count(ms: number): number {
    return [...this.#timers].filter((timer) => timer.ms === ms).length;
  }

  /** Fires those that are waiting now. */
  fire(ms: number): void {
    for (const timer of [...this.#timers].filter((one) => one.ms === ms)) {
      this.#timers.delete(timer);
      timer.call();
    }
  }
}
