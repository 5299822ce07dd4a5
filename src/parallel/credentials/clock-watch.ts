/** An event loop can be late by so much without the clock having jumped. */
const lateMs = 30_000;
/** So much backwards is a correction, and no reason to do anything. */
const correctionMs = 1_000;

export interface ClockSight {
  readonly now: number;
  /** The latest time that anybody has seen. */
  readonly seenAt: number;
  /** When a jump was last taken account of. */
  readonly steppedAt: number;
  /** When our timer should have called; null if none was set. */
  readonly dueAt: number | null;
}

/**
 * By how much the clock was set; 0 if it went on as it should. Backwards shows against the latest time that anybody has
 * seen; forwards only while a timer is set, which should have called long ago. If others saw that time pass, it did, and
 * it was we who stood still.
 */
export function findStepMs({ now, seenAt, steppedAt, dueAt }: ClockSight): number {
  if (now < seenAt - correctionMs) return now - seenAt;
  if (dueAt === null) return 0;
  const lastAt = Math.max(dueAt, seenAt);
  if (now <= lastAt + lateMs) return 0;
  // Others that share the pool have seen the same jump: it counts once.
  return now - steppedAt < 2 * lateMs ? 0 : now - lastAt;
}
