/** Beginnings of prompts by their hash, each for a time. It knows no clock: every question brings its time. */
export class KeptPrefixes {
  /** Until when; those that were kept or used longest ago first. */
  readonly #until = new Map<string, number>();

  has(now: number, hash: string): boolean {
    return (this.#until.get(hash) ?? Number.NEGATIVE_INFINITY) > now;
  }

  /** Also what is used again: its time starts anew. */
  keep(now: number, hash: string, ms: number): void {
    const until = Math.max(now + ms, this.#until.get(hash) ?? 0);
    this.#until.delete(hash);
    this.#until.set(hash, until);
    this.#forget(now);
  }

  #forget(now: number): void {
    for (const [hash, until] of this.#until) {
      if (until > now) return;
      this.#until.delete(hash);
    }
  }
}
