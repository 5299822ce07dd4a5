/** What the repository's records say of one task. Hashes are SHA-256 in hex. */
export interface TaskHistory {
  /** The recorded approval of its LLD; `unreadable` if there is a record that says nothing certain. */
  readonly approval: Approval | 'unreadable' | null;
  /** The LLD as it is now; null if there is none. */
  readonly documentSha256: string | null;
  /** The LLDs of which a successful implementation was recorded: here, or in a report that was merged. */
  readonly implementedSha256s: readonly string[];
  /** True if the last attempt ended in failure. */
  readonly hasFailed: boolean;
}

/** Approves exactly these bytes for exactly that issue. */
export interface Approval {
  readonly issueSha256: string;
  readonly documentSha256: string;
  /** No model took part in the review. */
  readonly isOffline: boolean;
}

/** Everything known about earlier batches, by task id. */
export type History = ReadonlyMap<string, TaskHistory>;

/** What a task took that one batch did from its beginning to its end. */
export interface PastCost {
  /** Running time. */
  readonly seconds: number;
  /** Null if it was not measured. */
  readonly usd: number | null;
}
