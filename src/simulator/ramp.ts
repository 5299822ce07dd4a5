import type { RampLimit } from './setup.ts';

/** Counts starts in windows, each of which may only be so much busier than the one before. */
export class Ramp {
  readonly #limit: RampLimit;
  readonly #windowMs: number;
  #window = Number.NEGATIVE_INFINITY;
  #starts = 0;
  #startsBefore = 0;

  constructor(limit: RampLimit, minuteMs: number) {
    this.#limit = limit;
    this.#windowMs = limit.windowMinutes * minuteMs;
  }

  waitMs(now: number): number {
    this.#turn(now);
    const most = Math.max(this.#limit.free, Math.floor(this.#startsBefore * this.#limit.growth));
    return this.#starts < most ? 0 : (this.#window + 1) * this.#windowMs - now;
  }

  take(now: number): void {
    this.#turn(now);
    this.#starts += 1;
  }

  /** A clock that went back turns nothing. */
  #turn(now: number): void {
    const window = Math.floor(now / this.#windowMs);
    if (window <= this.#window) return;
    this.#startsBefore = window === this.#window + 1 ? this.#starts : 0;
    this.#starts = 0;
    this.#window = window;
  }
}
