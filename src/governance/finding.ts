export type Severity = 'error' | 'warning' | 'note';

/** A safe repair: replaces whole lines `fromLine`..`toLine` (inclusive, from 1) of the document. */
export interface Fix {
  readonly fromLine: number;
  readonly toLine: number;
  readonly lines: readonly string[];
}

/** What a check found, at a line of the document that it read. */
export interface Finding {
  readonly check: string;
  readonly severity: Severity;
  readonly line: number;
  readonly message: string;
  readonly fix: Fix | null;
}
