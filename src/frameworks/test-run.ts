export type TestState = 'passed' | 'failed' | 'skipped' | 'todo';

/**
 * Why a test failed. `assertion`: what was claimed is not so. `missing`: a module or symbol that is not there yet.
 * `syntax`: it cannot be read or compiled. `error`: anything else that was thrown.
 */
export type FailureKind = 'assertion' | 'missing' | 'syntax' | 'error' | 'timeout';

export interface TestFailure {
  readonly kind: FailureKind;
  /** What the framework said, cut short, without colours. */
  readonly message: string;
  /** What is not there, where that is why. */
  readonly missing: MissingThing | null;
  /** The file of the repository that it was thrown in. */
  readonly thrownIn: string | null;
}

/** A module or a symbol, as it was named. */
export interface MissingThing {
  readonly what: 'module' | 'symbol';
  readonly name: string;
}

export interface RanTest {
  /** Unique in its run, and the same in the next run: its place, `::` and its name. */
  readonly id: string;
  /** From the outermost group to the test itself. */
  readonly titles: readonly string[];
  /** The titles in one line. */
  readonly name: string;
  /** Relative to the repository; null where the report does not tell. */
  readonly file: string | null;
  readonly state: TestState;
  readonly failure: TestFailure | null;
}

/** A file, or a package of files, that could not be run at all: none of its tests is in the report. */
export interface FileFailure extends TestFailure {
  /** Relative to the repository: a file, or a folder for a package. */
  readonly file: string;
}

export type RunTrouble =
  | 'no tests'
  | 'syntax'
  | 'missing'
  | 'crash'
  | 'timeout'
  | 'stopped'
  | 'unstartable'
  | 'report missing'
  | 'report damaged'
  | 'report too large'
  | 'contradiction';

/** What a run of tests told. Contract: a run with `trouble` proves nothing but that. */
export interface TestRun {
  readonly tests: readonly RanTest[];
  readonly fileFailures: readonly FileFailure[];
  /** Whether every test had its chance, and is in `tests`. */
  readonly isComplete: boolean;
  readonly trouble: RunTrouble | null;
  /** The trouble in words. */
  readonly detail: string | null;
  /** Null for a run that did not end by itself. */
  readonly exitCode: number | null;
}

/** How the process ended; the shape of `ProgramEnd`. */
export type TestEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | {
      readonly kind: 'stopped';
      readonly reason: 'idle' | 'wall' | 'output' | 'abort';
      readonly stderr: string;
    }
  | { readonly kind: 'unstartable'; readonly errno: string };

/** What a run left for us to read. */
export interface TestOutput {
  /** The repository's folder as the run saw it. */
  readonly root: string;
  readonly end: TestEnd;
  /** The report that was written to a file; null if there is none. */
  readonly report: string | null;
}
