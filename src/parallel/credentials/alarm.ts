import type { Clock } from '../clock.ts';

export interface AlarmSetup {
  readonly clock: Clock;
  /** Whether there is a reason to ring early, asked every so often if at all. */
  hasNews(): boolean;
  ring(): void;
}

/** One timer, set to one time, that may look for news before. */
export class Alarm {
  readonly #setup: AlarmSetup;
  #cancelTimer: (() => void) | null = null;
  #nextAt: number | null = null;

  constructor(setup: AlarmSetup) {
    this.#setup = setup;
  }

  /** When its timer is due; null if none is set. */
  get nextAt(): number | null {
    return this.#nextAt;
  }

  /** Takes the place of what was set before. Infinity: nothing but news is waited for. */
  set(dueAt: number, pollMs: number | null): void {
    this.cancel();
    const { clock } = this.#setup;
    const now = clock.now();
    const at = pollMs === null ? dueAt : Math.min(dueAt, now + pollMs);
    if (!Number.isFinite(at)) return;
    this.#nextAt = at;
    this.#cancelTimer = clock.after(Math.max(0, at - now), () => this.#wake(dueAt, pollMs));
  }

  cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#nextAt = null;
  }

  #wake(dueAt: number, pollMs: number | null): void {
    const isDue = this.#setup.clock.now() >= dueAt;
    if (isDue || pollMs === null || this.#setup.hasNews()) this.#setup.ring();
    else this.set(dueAt, pollMs);
  }
}
