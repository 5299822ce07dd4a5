import type { BatchRecord } from '../../model/batch-record.ts';
import type { JournalEntry } from '../../model/event.ts';

/** Is told what happens in a batch, beside everything else, and may do something about it. */
export interface BatchFollower {
  /** When the repository is held. What earlier batches left untold is told now. */
  begin(earlier: readonly BatchRecord[]): void;
  /** Of an event that is on the disk, and in the record. Never throws, never waits. */
  hear(entry: JournalEntry, record: BatchRecord): void;
  /** When nothing more happens. What a person should know, by a record whose hints lead here. */
  finish(isStopped: boolean, record: BatchRecord): Promise<readonly string[]>;
  /** After the end: something is missing that the batch was asked for, though its tasks ended well. */
  readonly isBehind: boolean;
}
