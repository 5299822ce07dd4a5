import type { Argv, Framework, ReportFormat } from '../framework.ts';
import { describeLayout } from './layout.ts';

/** What a person configured instead of what we would find. */
export interface ConfiguredTests {
  /** A line for a shell, or a program and its arguments. */
  readonly command: string | readonly string[];
  readonly setUp: string | readonly string[] | null;
  /** What it reports in; null for nothing but its exit code. */
  readonly format: Exclude<ReportFormat, 'node-events'> | null;
  /** Where it leaves its report, relative to the repository; null if it prints it. */
  readonly reportFile: string | null;
}

/**
 * A framework of which only the command is known; layout and paths are those of the one that was found, if any, else the
 * layout is that of `tests`, the test files that are there.
 */
export function configureFramework(
  configured: ConfiguredTests,
  found: Framework | null,
  tests: readonly string[] = [],
): Framework {
  const setUp = configured.setUp === null ? null : toArgv(configured.setUp);
  return {
    kind: 'command',
    folder: '',
    evidence: ['testCommand of the config'],
    suite: { argv: toArgv(configured.command), operands: [], environment: {}, takesOptions: false },
    runner: null,
    programFolders: found?.programFolders ?? [],
    setUp: setUp === null ? (found?.setUp ?? []) : [setUp],
    layout: found?.layout ?? describeLayout('command', '', tests),
    report: configured.format,
    reportFile: configured.reportFile,
    coverage: null,
    moduleName: found?.moduleName ?? null,
  };
}

function toArgv(command: string | readonly string[]): Argv {
  if (typeof command === 'string') return ['sh', '-c', command];
  const [program = '', ...args] = command;
  return [program, ...args];
}
