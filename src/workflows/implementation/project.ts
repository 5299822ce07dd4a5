import type { Framework } from '../../frameworks/framework.ts';
import type { Evidence } from './evidence.ts';

/** How the tests of this repository are run, and what was so before anything was changed. */
export interface Project {
  readonly framework: Framework;
  /** Untracked paths that set-up and tests leave: no part of the task's work. They grow where set-up is repeated. */
  readonly leaveOut: string[];
  /** Set-up ran something. Earlier versions did not keep it. */
  readonly hasSetUp?: boolean;
  /** Of the framework; null if it was not found out. */
  readonly version: string | null;
  /** As it was when the suite was first run. */
  readonly machine: Pick<Evidence, 'tools' | 'platform'>;
  /** What fails already: see `listFailures`. */
  readonly baseline: readonly string[];
  /** What passes already: see `listPassed`. Earlier versions did not keep it. */
  readonly passed?: readonly string[];
  /** The tests, and what serves them, that were there before. */
  readonly testPaths: readonly string[];
}
