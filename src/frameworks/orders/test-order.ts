import type { Framework, TestCommand } from '../framework.ts';
import { joinPath } from '../paths.ts';
import { cargoOptions } from './cargo.ts';
import { goOptions } from './go.ts';
import { jestOptions } from './jest.ts';
import { nodeOptions } from './node-test.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';
import { pytestOptions } from './pytest.ts';
import { vitestOptions } from './vitest.ts';

/** Which tests: null stands for all. Files are relative to the repository; names are those of the tests' own titles. */
export interface TestSelection {
  readonly files: readonly string[] | null;
  readonly names: readonly string[] | null;
}

/** A run of tests as it is to be started. */
export interface TestOrder {
  readonly program: string;
  readonly args: readonly string[];
  /** Relative to the repository; empty for its top. */
  readonly folder: string;
  /** To be looked in for the program before the PATH, relative to the repository. */
  readonly programFolders: readonly string[];
  /** Beside what the caller lets through. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute; null where the report is printed, or there is none. */
  readonly reportFile: string | null;
  readonly coverageFile: string | null;
  /** Whether a report will tell more than the exit code. */
  readonly isReported: boolean;
}

export interface OrderSettings {
  readonly selection: TestSelection;
  /** Absolute: the repository, and an empty folder of ours that the tests may write to. */
  readonly root: string;
  readonly reportFolder: string;
  readonly wantsCoverage: boolean;
}

/** No colours, nobody to answer questions, and nothing left behind in the repository. */
const quiet: Readonly<Record<string, string>> = {
  CI: '1',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  CARGO_TERM_COLOR: 'never',
  RUST_BACKTRACE: '0',
};

export const everything: TestSelection = { files: null, names: null };

/** How to run these tests and learn what they say, without touching a file of the repository. */
export function makeTestOrder(framework: Framework, settings: OrderSettings): TestOrder {
  const { selection, root } = settings;
  const isPart = selection.files !== null || selection.names !== null;
  const command = isPart && framework.runner !== null ? framework.runner : framework.suite;
  if (framework.kind === 'command' || !command.takesOptions) return plainOrder(framework, command, root);
  const asked = ask(framework, settings);
  const { options, operands, environment, coverageFile } = optionsOf(framework, asked);
  const [program, ...args] = command.argv;
  const isPrinted = framework.report === 'go-json' || framework.report === 'libtest';
  return {
    program,
    args: [...args, ...options, ...(isPart ? operands : [...command.operands, ...operands])],
    folder: framework.folder,
    programFolders: framework.programFolders,
    environment: { ...quiet, ...command.environment, ...environment },
    reportFile: isPrinted ? null : asked.reportFile,
    coverageFile,
    isReported: true,
  };
}

function plainOrder(framework: Framework, { argv, operands, environment }: TestCommand, root: string): TestOrder {
  const [program, ...args] = argv;
  const { reportFile, kind } = framework;
  return {
    program,
    args: [...args, ...operands],
    folder: framework.folder,
    programFolders: framework.programFolders,
    environment: { ...quiet, ...environment },
    reportFile: reportFile === null ? null : `${root}/${reportFile}`,
    coverageFile: null,
    isReported: kind === 'command' && framework.report !== null,
  };
}

function ask(framework: Framework, { selection, reportFolder, wantsCoverage }: OrderSettings): OptionsAsked {
  const prefix = framework.folder === '' ? '' : `${framework.folder}/`;
  const files = selection.files?.map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)) ?? null;
  return {
    files,
    names: selection.names,
    reportFile: joinPath(reportFolder, 'report'),
    coverageFile: wantsCoverage && framework.coverage !== null ? joinPath(reportFolder, 'lcov.info') : null,
  };
}

function optionsOf({ kind, runner }: Framework, asked: OptionsAsked): FrameworkOptions {
  switch (kind) {
    case 'node-test':
      return nodeOptions(asked);
    case 'vitest':
      return vitestOptions(asked);
    case 'jest':
      return jestOptions(asked);
    case 'pytest':
      return pytestOptions(asked);
    case 'go':
      return goOptions(asked);
    case 'cargo':
      return cargoOptions(asked, runner?.operands ?? []);
    case 'command':
      return { options: [], operands: [], environment: {}, coverageFile: null };
  }
}
