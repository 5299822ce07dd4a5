import type { Git } from './git-call.ts';

/** Who alone may change files beside git. Paths are absolute; links are removed or moved themselves, never followed. */
interface WorktreeFiles {
  /** A new file in the place of what is there; not flushed. */
  putFile(path: string, text: string): void;
  /** Nothing to do if it is not there. */
  removeFile(path: string): void;
  /** With all below it; nothing to do if it is not there. */
  removeFolder(path: string): void;
  /** At one go, within one file system. */
  moveFolder(from: string, to: string): void;
}

/** What the verbs of this room work with. */
export interface WorktreeHouse {
  readonly git: Git;
  readonly files: WorktreeFiles;
  /** One at a time per repository, over all processes: worktrees are registered and removed under it. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
}
