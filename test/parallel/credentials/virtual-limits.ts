/** Limits as providers keep them, in virtual time. Times are milliseconds since the start. */
export interface Limit {
  /** Takes so much if there is enough; otherwise says for how long there is not. */
  take(amount: number, now: number): { readonly waitMs: number } | null;
  remaining(now: number): number;
  /** Until it is as full as it can be. */
  resetMs(now: number): number;
  readonly perMinute: number;
  /** Rejected calls count, too. */
  punish(now: number): void;
  /** The most that can have been taken by this time. */
  most(ms: number): number;
}

export function tokenBucket(perSecond: number, burst: number): Limit {
  let level = burst;
  let at = 0;
  const refill = (now: number) => {
    level = Math.min(burst, level + ((now - at) * perSecond) / 1000);
    at = now;
  };
  return {
    perMinute: perSecond * 60,
    take(amount, now) {
      refill(now);
      if (level + 1e-9 >= amount) level -= amount;
      else return { waitMs: ((amount - level) / perSecond) * 1000 };
      return null;
    },
    remaining(now) {
      refill(now);
      return Math.max(0, Math.floor(level));
    },
    resetMs(now) {
      refill(now);
      return ((burst - level) / perSecond) * 1000;
    },
    punish(now) {
      refill(now);
      level = Math.max(-burst, level - 1);
    },
    most: (ms) => burst + (ms * perSecond) / 1000,
  };
}

/** So much between two full minutes, as a clock shows them that is `phaseMs` ahead. */
export function fixedWindow(perMinute: number, phaseMs: number): Limit {
  let window = -1;
  let used = 0;
  const look = (now: number) => {
    const current = Math.floor((now + phaseMs) / 60_000);
    if (current !== window) used = 0;
    window = current;
  };
  const restMs = (now: number) => 60_000 - ((now + phaseMs) % 60_000);
  return {
    perMinute,
    take(amount, now) {
      look(now);
      if (used + amount > perMinute) return { waitMs: restMs(now) };
      used += amount;
      return null;
    },
    remaining(now) {
      look(now);
      return perMinute - used;
    },
    resetMs: restMs,
    punish: () => {},
    most: (ms) => perMinute * (Math.floor((ms + phaseMs) / 60_000) + 1),
  };
}

/** So much within any minute. */
export function slidingWindow(perMinute: number): Limit {
  const log: number[] = [];
  const look = (now: number) => {
    while ((log[0] ?? Number.POSITIVE_INFINITY) <= now - 60_000) log.shift();
  };
  return {
    perMinute,
    take(amount, now) {
      look(now);
      if (log.length + amount > perMinute) return { waitMs: (log[0] ?? now) + 60_000 - now };
      for (let count = 0; count < amount; count += 1) log.push(now);
      return null;
    },
    remaining(now) {
      look(now);
      return perMinute - log.length;
    },
    resetMs: (now) => (log.at(-1) ?? now - 60_000) + 60_000 - now,
    punish: () => {},
    most: (ms) => perMinute * (Math.floor(ms / 60_000) + 1),
  };
}
