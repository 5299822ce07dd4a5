/** A file as a change leaves it. */
export interface ChangedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  /** The lines that are new, counted from 1; null for all of them. */
  readonly lines: ReadonlySet<number> | null;
}

/** Whether any line of a range is new. */
export function touches({ lines }: ChangedFile, from: number, to: number): boolean {
  if (lines === null) return true;
  for (let line = from; line <= to; line += 1) if (lines.has(line)) return true;
  return false;
}
