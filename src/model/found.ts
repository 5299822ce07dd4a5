/** A possible task as found: untrusted until the plan has minted its id. Paths are relative to the repository. */
export interface TaskFinding {
  readonly kind: 'finding';
  readonly path: string;
  /** As written; the plan mints it, or refuses it. */
  readonly rawId: string;
  readonly title: string;
  readonly sha256: string;
  /** What the file itself says of its approval; null where the question does not arise. */
  readonly claimsApproval: boolean | null;
  /** Files that the task will change, as far as its input names them. */
  readonly touches: readonly string[];
}

/** A file that cannot become a task, and why. It never hides the others. */
export interface RejectedInput {
  readonly kind: 'rejected';
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** The id it asked for, or that its name gives it; null if there is none. */
  readonly rawId: string | null;
}

export type Found = TaskFinding | RejectedInput;
