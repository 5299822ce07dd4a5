import type { RateLimit } from './setup.ts';

/** What a meter shows, as providers advertise it. */
export interface MeterReading {
  readonly limit: number;
  readonly remaining: number;
  /** Until all of it is there again. */
  readonly resetMs: number;
}

/** Counts one thing against one limit. It knows no clock: every question brings its time, and changes nothing. */
export interface Meter {
  /** How long until this much may be taken; 0: now. More than can ever be there waits until all is there. */
  waitMs(now: number, amount: number): number;
  /** Takes it, whether it is there or not; a debt is never larger than the whole limit. */
  take(now: number, amount: number): void;
  read(now: number): MeterReading;
}

/** Sums of fractions are not exact: less than this is nothing. */
const tiny = 1e-6;

export function makeMeter(limit: RateLimit, minuteMs: number): Meter {
  if (limit.kind === 'bucket') return new Bucket(limit.perMinute, limit.burst ?? limit.perMinute, minuteMs);
  if (limit.kind === 'fixed') return new FixedWindow(limit.perMinute, minuteMs, limit.phaseMs ?? 0);
  return new SlidingWindow(limit.perMinute, minuteMs);
}

class Bucket implements Meter {
  readonly #perMs: number;
  readonly #limit: number;
  readonly #burst: number;
  #level: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number, burst: number, minuteMs: number) {
    this.#limit = perMinute;
    this.#perMs = perMinute / minuteMs;
    this.#burst = burst;
    this.#level = burst;
  }

  waitMs(now: number, amount: number): number {
    const missing = Math.min(amount, this.#burst) - this.#levelAt(now);
    return missing <= tiny ? 0 : missing / this.#perMs;
  }

  take(now: number, amount: number): void {
    this.#level = Math.max(-this.#burst, this.#levelAt(now) - amount);
    this.#at = Math.max(now, this.#at);
  }

  read(now: number): MeterReading {
    const level = this.#levelAt(now);
    const remaining = Math.max(0, Math.floor(level + tiny));
    return { limit: this.#limit, remaining, resetMs: (this.#burst - level) / this.#perMs };
  }

  /** A clock that went back refills nothing. */
  #levelAt(now: number): number {
    const elapsedMs = Math.max(0, now - this.#at);
    return Math.min(this.#burst, this.#level + elapsedMs * this.#perMs);
  }
}

/** Also what counts days and growth. */
export class FixedWindow implements Meter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #phaseMs: number;
  #window = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(limit: number, windowMs: number, phaseMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#phaseMs = phaseMs;
  }

  waitMs(now: number, amount: number): number {
    return this.usedAt(now) + Math.min(amount, this.#limit) <= this.#limit + tiny ? 0 : this.endMs(now);
  }

  take(now: number, amount: number): void {
    this.#used = Math.min(this.#limit * 2, this.usedAt(now) + amount);
    this.#window = Math.max(this.#window, this.#windowOf(now));
  }

  read(now: number): MeterReading {
    const used = this.usedAt(now);
    return {
      limit: this.#limit,
      remaining: Math.max(0, Math.floor(this.#limit - used)),
      resetMs: used === 0 ? 0 : this.endMs(now),
    };
  }

  usedAt(now: number): number {
    return this.#windowOf(now) > this.#window ? 0 : this.#used;
  }

  /** How long the window still lasts. */
  endMs(now: number): number {
    return (this.#windowOf(now) + 1) * this.#windowMs + this.#phaseMs - now;
  }

  #windowOf(now: number): number {
    return Math.floor((now - this.#phaseMs) / this.#windowMs);
  }
}

class SlidingWindow implements Meter {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Oldest first. */
  readonly #taken: { readonly at: number; readonly amount: number }[] = [];
  #sum = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  waitMs(now: number, amount: number): number {
    let excess = this.#sum + Math.min(amount, this.#limit) - this.#limit;
    for (const one of this.#taken) {
      if (excess <= tiny) return 0;
      excess -= one.amount;
      if (excess <= tiny) return Math.max(0, one.at + this.#windowMs - now);
    }
    return 0;
  }

  take(now: number, amount: number): void {
    this.#forget(now);
    const counted = Math.min(amount, this.#limit * 2 - this.#sum);
    if (counted <= 0) return;
    this.#taken.push({ at: now, amount: counted });
    this.#sum += counted;
  }

  read(now: number): MeterReading {
    const over = this.#taken.slice(0, this.#countOver(now)).reduce((sum, { amount }) => sum + amount, 0);
    const last = this.#taken.at(-1);
    return {
      limit: this.#limit,
      remaining: Math.max(0, Math.floor(this.#limit - this.#sum + over)),
      resetMs: last === undefined ? 0 : Math.max(0, last.at + this.#windowMs - now),
    };
  }

  #forget(now: number): void {
    const over = this.#taken.splice(0, this.#countOver(now));
    this.#sum -= over.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** How many of the oldest count no more. */
  #countOver(now: number): number {
    const first = this.#taken.findIndex(({ at }) => at + this.#windowMs > now);
    return first === -1 ? this.#taken.length : first;
  }
}
