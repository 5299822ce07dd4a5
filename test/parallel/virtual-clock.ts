import type { Clock } from '../../src/parallel/clock.ts';

/** Time that passes only when a test lets it, and then at once. */
export class VirtualClock implements Clock {
  #now = 1_000_000;
  #lastId = 0;
  readonly #timers = new Map<number, { readonly dueAt: number; call(): void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#timers.set(id, { dueAt: this.#now + ms, call });
    return () => this.#timers.delete(id);
  }

  /** Resolves after virtual time. */
  async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.after(ms, resolve));
  }

  /** Lets time pass, from one timer to the next, until the work is done. Rejects if it waits for nothing. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (;;) {
      await settleMicrotasks();
      if (isOver) return await work;
      if (!this.#fireNext()) throw new Error('it waits, and nothing is going to happen');
    }
  }

  #fireNext(): boolean {
    const [next] = [...this.#timers].sort(([a, one], [b, other]) => one.dueAt - other.dueAt || a - b);
    if (next === undefined) return false;
    this.#timers.delete(next[0]);
    this.#now = Math.max(this.#now, next[1].dueAt);
    next[1].call();
    return true;
  }
}

async function settleMicrotasks(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
