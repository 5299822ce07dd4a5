/** The files of a repository as they are at one commit, or in a folder; nothing in it can be changed. */
export interface RepositoryReader {
  /** Sorted by code units, with forward slashes, relative to the repository. */
  readonly paths: readonly string[];
  /** In bytes; 0 for what is not there or has no content of its own. */
  sizeOf(path: string): number;
  /** Null for what is no text to read: binary, not UTF-8, too large, a link, a submodule, a pointer to large storage. */
  read(path: string): string | null;
  /** The same for many at once, which is much cheaper than one after the other. */
  readAll(paths: readonly string[]): ReadonlyMap<string, string | null>;
}
