import type { Clock } from '../parallel/clock.ts';
import type { CallBooks } from './call-books.ts';

/** How long one request may wait in all: for money, for leases, and between repeats. */
export class Patience {
  readonly #clock: Clock;
  readonly #books: CallBooks;
  readonly #limitMs: number;

  constructor(clock: Clock, books: CallBooks, limitMs: number) {
    this.#clock = clock;
    this.#books = books;
    this.#limitMs = limitMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#limitMs - this.#books.waitedMs);
  }

  /**
   * Counts the time that the work takes as waiting, whatever becomes of it. Contract: the work ends with the patience; if
   * it seems to have taken longer, the clock was set, or the machine slept.
   */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    const { leftMs } = this;
    const startedAt = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#books.noteWait(Math.min(leftMs, this.#clock.now() - startedAt));
    }
  }

  /** Gives work a signal that is aborted when the caller's is, or nothing of the patience is left. */
  async bound<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const end = () => controller.abort();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const callOff = this.#clock.after(this.leftMs, end);
    try {
      return await this.spend(() => work(controller.signal));
    } finally {
      callOff();
      signal.removeEventListener('abort', end);
    }
  }

  /** Resolves after that time, or when the signal is aborted. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0 || signal.aborted) return;
    await this.spend(async () => {
      await new Promise<void>((resolve) => {
        const wake = () => {
          callOff();
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const callOff = this.#clock.after(ms, wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    });
  }
}
