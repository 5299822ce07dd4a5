import type { Clock } from './clock.ts';
import type { WorkerPool } from './worker-pool.ts';

const drainMs = 3_000;
const abortMs = 1_000;

/** Whoever hands out work, and can stop doing so. */
interface Stoppable {
  stop(reason: string): void;
}

/**
 * Stops a batch. `ask`, once or more often: nothing new starts, running steps have 3 s to end, then they are broken
 * off, and what is left after 4 s is killed. `killNow`: everything is killed now.
 */
export class Shutdown {
  readonly #coordinator: Stoppable;
  readonly #pool: WorkerPool;
  readonly #clock: Clock;
  readonly #cancels: (() => void)[] = [];
  #isAsked = false;

  constructor(coordinator: Stoppable, pool: WorkerPool, clock: Clock) {
    this.#coordinator = coordinator;
    this.#pool = pool;
    this.#clock = clock;
  }

  ask(reason: string): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#pool.close();
    this.#coordinator.stop(reason);
    for (const worker of this.#pool.busy) worker.drain();
    this.#cancels.push(
      this.#clock.after(drainMs, () => {
        for (const worker of this.#pool.busy) worker.abort();
      }),
      this.#clock.after(drainMs + abortMs, () => this.killNow(reason)),
    );
  }

  killNow(reason: string): void {
    this.#isAsked = true;
    this.#pool.close();
    this.#coordinator.stop(reason);
    this.#pool.killBusy({ kind: 'stopped' });
  }

  /** The batch is over: nothing is left to be killed. */
  callOff(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
