import type { CleanedItem } from '../../report/clean.ts';

/** Something that `clean` looked at. */
export interface Finding extends CleanedItem {
  /** Null: it stays. Throws AgentOsError. */
  readonly remove: (() => Promise<void>) | null;
}
