export type FrameworkKind = 'node-test' | 'vitest' | 'jest' | 'pytest' | 'go' | 'cargo' | 'command';

/** What a run tells us and how: `node-events` is written by a reporter of ours, the others are the frameworks' own. */
export type ReportFormat = 'node-events' | 'jest-json' | 'junit' | 'go-json' | 'libtest' | 'tap';

export type Argv = readonly [program: string, ...args: string[]];

/** How the tests of a part of a repository are run, as far as its files tell. */
export interface Framework {
  readonly kind: FrameworkKind;
  /** Where its manifest lies, relative to the repository; empty for the top. Commands run there. */
  readonly folder: string;
  /** What it was recognised by, for people. */
  readonly evidence: readonly string[];
  /** Runs all tests, as the repository itself does. */
  readonly suite: TestCommand;
  /** Runs the tests that it is given; null where nothing but the suite is known. */
  readonly runner: TestCommand | null;
  /** Where its programs are installed, relative to the repository; looked at before the PATH. */
  readonly programFolders: readonly string[];
  /** A proposal: what makes the tests of a fresh checkout runnable, in this order. */
  readonly setUp: readonly Argv[];
  readonly layout: TestLayout;
  readonly report: ReportFormat | null;
  /** Where a configured command leaves its report, relative to the repository; null for its output, or for our own place. */
  readonly reportFile: string | null;
  readonly coverage: 'lcov' | 'coverprofile' | null;
  /** What import paths of this part begin with; only Go has one. */
  readonly moduleName: string | null;
}

export interface TestCommand {
  readonly argv: Argv;
  /** Stand behind all options. */
  readonly operands: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether options for a report may be added to it. */
  readonly takesOptions: boolean;
}

/** How the tests that are there are named, and where they lie. */
export interface TestLayout {
  /** Below which most of them lie, relative to the repository; null where they lie beside the sources. */
  readonly folder: string | null;
  /** The name that most of them have, with a star for what differs: `*.test.ts`, `test_*.py`. */
  readonly naming: string;
  readonly count: number;
  /** A few of them. */
  readonly examples: readonly string[];
}
