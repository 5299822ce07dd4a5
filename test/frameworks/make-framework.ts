import type { Framework, FrameworkKind, ReportFormat } from '../../src/frameworks/framework.ts';
import type { RanTest, TestRun } from '../../src/frameworks/test-run.ts';

const formats: Readonly<Record<FrameworkKind, ReportFormat | null>> = {
  'node-test': 'node-events',
  vitest: 'jest-json',
  jest: 'jest-json',
  pytest: 'junit',
  go: 'go-json',
  cargo: 'libtest',
  command: null,
};

/** A framework at the top of a repository, as plain as can be. */
export function makeFramework(kind: FrameworkKind, more: Partial<Framework> = {}): Framework {
  const command = { argv: [kind] as const, operands: [], environment: {}, takesOptions: true };
  return {
    kind,
    folder: '',
    evidence: [],
    suite: command,
    runner: command,
    programFolders: [],
    setUp: [],
    layout: { folder: 'test', naming: '*', count: 0, examples: [] },
    report: formats[kind],
    reportFile: null,
    coverage: kind === 'command' ? null : kind === 'go' ? 'coverprofile' : 'lcov',
    moduleName: kind === 'go' ? 'example.com/shelf' : null,
    ...more,
  };
}

/** One line for each test: how it ended, why, where, and its name. */
export function showTests({ tests }: TestRun): string[] {
  return tests.map(showTest);
}

function showTest({ state, failure, file, name }: RanTest): string {
  const missing = failure?.missing === undefined || failure.missing === null ? '' : ` ${failure.missing.name}`;
  const why =
    failure === null ? '' : ` (${failure.kind}${missing}${failure.thrownIn === null ? '' : ` in ${failure.thrownIn}`})`;
  return `${state}${why} ${file ?? '?'}: ${name}`;
}

/** One line for each file that could not be run. */
export function showFailures({ fileFailures }: TestRun): string[] {
  return fileFailures.map(({ file, kind, missing }) => {
    return `${kind}${missing === null ? '' : ` ${missing.what} ${missing.name}`} ${file}`;
  });
}
