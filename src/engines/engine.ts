import type { Fate } from '../model/outcome.ts';

/** Where workers live. */
export interface Engine<Task> {
  /** Contract: one fate for each task, whatever happens to its worker. */
  execute(tasks: readonly Task[]): Promise<ReadonlyMap<string, Fate>>;
  /** Asked once, it starts nothing new and finishes what it can within seconds; asked again, it ends everything now. */
  stop(reason: string): void;
}
