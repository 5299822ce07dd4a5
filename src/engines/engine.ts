import type { Fate } from '../model/outcome.ts';

/** Where workers live. */
export interface Engine<Task> {
  /** Contract: one fate for each task, whatever happens to its worker. */
  execute(tasks: readonly Task[]): Promise<ReadonlyMap<string, Fate>>;
  /** Starts nothing new, and finishes what it can within seconds. */
  stop(reason: string): void;
  /** Ends everything now. */
  kill(reason: string): void;
}
