import { AgentOsError } from '../../model/errors.ts';

/** From when it was asked: a part of it has passed by the time that it has failed. */
const firstMs = 200;
const longestMs = 1_000;

/**
 * Waiting for a store that somebody else holds stops the whole process for a moment. After one such moment it is left
 * alone for a while, longer each time: many who want it at once do not wait for it one after the other.
 */
export class StoreRest {
  #failures = 0;
  #failedAt = 0;
  #last: AgentOsError | null = null;

  /** Throws what was thrown the last time, if that was just now. */
  guard<T>(now: number, work: () => T): T {
    if (this.#last !== null && this.#isResting(now)) throw this.#last;
    try {
      const result = work();
      this.end();
      return result;
    } catch (error) {
      this.#note(error, now);
      throw error;
    }
  }

  end(): void {
    this.#failures = 0;
    this.#last = null;
  }

  /** A clock that was set back ends it. */
  #isResting(now: number): boolean {
    const restMs = Math.min(longestMs, firstMs * 2 ** (this.#failures - 1));
    return now >= this.#failedAt && now < this.#failedAt + restMs;
  }

  #note(error: unknown, now: number): void {
    this.#last = error instanceof AgentOsError && error.code === 'CREDENTIALS_LOCKED' ? error : null;
    this.#failures = this.#last === null ? 0 : this.#failures + 1;
    this.#failedAt = now;
  }
}
