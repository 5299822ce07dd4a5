import type { Framework } from '../../frameworks/framework.ts';

/** How the tests of this repository are run, and what was so before anything was changed. */
export interface Project {
  readonly framework: Framework;
  /** Untracked paths that set-up and tests leave: no part of the task's work. They grow where set-up is repeated. */
  readonly leaveOut: string[];
  /** What fails already: see `listFailures`. */
  readonly baseline: readonly string[];
  /** The tests, and what serves them, that were there before. */
  readonly testPaths: readonly string[];
}
