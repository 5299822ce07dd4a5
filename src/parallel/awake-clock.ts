/** How long things run, not counting the time in which this process, or the whole machine, was asleep. */
export class AwakeClock implements Disposable {
  readonly #watches = new Set<Watch>();
  readonly #timer: NodeJS.Timeout;
  #lastMs = performance.now();
  #awakeMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  now(): number {
    return this.#awakeMs + Math.min(performance.now() - this.#lastMs, longestTickMs);
  }

  /** Calls once when this much awake time has passed; returns how to call it off. */
  after(ms: number, call: () => void): () => void {
    const watch = { dueMs: this.now() + ms, call };
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#watches.clear();
  }

  #tick(): void {
    const nowMs = performance.now();
    this.#awakeMs += Math.min(nowMs - this.#lastMs, longestTickMs);
    this.#lastMs = nowMs;
    for (const watch of this.#watches) {
      if (watch.dueMs > this.#awakeMs) continue;
      this.#watches.delete(watch);
      watch.call();
    }
  }
}

interface Watch {
  readonly dueMs: number;
  call(): void;
}

const tickMs = 500;
/** A longer gap between two ticks is sleep. */
const longestTickMs = 1_000;
