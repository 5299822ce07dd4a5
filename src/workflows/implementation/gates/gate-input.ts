import type { Framework } from '../../../frameworks/framework.ts';
import type { ChangeType } from '../../../governance/lld/template.ts';
import type { RepositoryReader } from '../../../model/repository-reader.ts';
import type { Diff } from '../../../worktrees/diff.ts';

/** A row of the design's table of files. */
export interface AnnouncedFile {
  readonly path: string;
  readonly change: ChangeType;
  /** In the design's words: what it does not name there is not announced, such as a script that runs on installation. */
  readonly description: string;
}

/** The files of a commit. Contract of ours: `readAll` is asked once on each side. */
export type FilesAt = Pick<RepositoryReader, 'readAll' | 'sizeOf'>;

/** All that gates judge a change by, between the base of the task and the commit that is to be handed over. */
export interface GateInput {
  readonly announced: readonly AnnouncedFile[];
  /** What the workflow itself writes to the branch, such as its reports: no gate judges it. */
  readonly ownPaths: readonly string[];
  readonly diff: Diff;
  readonly before: FilesAt;
  readonly after: FilesAt;
  /** The tests as they were when they were shown to be red, by path: they may not change afterwards. */
  readonly provedTests: ReadonlyMap<string, string>;
  readonly framework: Framework;
  readonly coverage: MeasuredLines;
  readonly settings: GateSettings;
}

/** What the run of the tests with the change left. */
interface MeasuredLines {
  /** As the framework wrote it; null if it wrote none. */
  readonly report: string | null;
  /** The folder that paths in the report begin with, as the run saw it. */
  readonly root: string;
}

interface GateSettings {
  readonly isStrict: boolean;
  /** Percent of the changed lines; `readLeastCoverage` knows the design's own figure. */
  readonly leastCoverage: number;
}
