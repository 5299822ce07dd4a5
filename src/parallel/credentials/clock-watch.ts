/** An event loop can be late by so much without the clock having jumped. */
const lateMs = 30_000;
/** So much backwards is a correction, and no reason to do anything. */
const correctionMs = 1_000;

/**
 * Notices that the clock was set. Backwards shows against the latest time that anybody has seen; forwards only while a
 * timer is set, which should have called long ago.
 */
export class ClockWatch {
  #dueAt: number | null = null;

  /** A timer is set for this time; null: none is. */
  expect(dueAt: number | null): void {
    this.#dueAt = dueAt;
  }

  /** By how much it jumped; 0 if it went on as it should. */
  look(now: number, seenAt: number, steppedAt: number): number {
    if (now < seenAt - correctionMs) return now - seenAt;
    if (this.#dueAt === null || now <= this.#dueAt + lateMs) return 0;
    const jumpMs = now - this.#dueAt;
    this.#dueAt = now;
    // Others that share the pool have seen the same jump: it counts once.
    return now - steppedAt < 2 * lateMs ? 0 : jumpMs;
  }
}
