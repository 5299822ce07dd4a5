/** What the repository's records say of one task. Hashes are SHA-256 in hex. */
export interface TaskHistory {
  /** The recorded approval of its LLD; `unreadable` if there is a record that says nothing certain. */
  readonly approval: Approval | 'unreadable' | null;
  /** The LLD as it is now; null if there is none. */
  readonly documentSha256: string | null;
  /** The LLD of which a successful implementation was recorded. */
  readonly implementedSha256: string | null;
  /** True if the last attempt ended in failure. */
  readonly hasFailed: boolean;
}

/** Approves exactly these bytes for exactly that issue. */
export interface Approval {
  readonly issueSha256: string;
  readonly documentSha256: string;
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
