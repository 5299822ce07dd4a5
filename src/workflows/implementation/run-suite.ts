import type { Framework } from '../../frameworks/framework.ts';
import { everything, type TestOrder, type TestSelection } from '../../frameworks/orders/test-order.ts';
import { isPrinted } from '../../frameworks/reports/parse-report.ts';
import { runTests } from '../../frameworks/run-tests.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import { readFileBytes } from '../../store/text-file.ts';
import type { ImplementationOrder } from './order.ts';
import { type CommandResult, describeEnd, type RanCommand, runCommand } from './run-command.ts';
import type { Workshop } from './workshop.ts';

/** A run of tests: what it told, and what is kept of it. */
export interface SuiteRun {
  readonly run: TestRun;
  readonly ran: RanCommand;
  readonly coverage: string | null;
  /** The folder that paths of the coverage begin with. */
  readonly root: string;
}

export interface SuiteOrder {
  readonly framework: Framework;
  /** Absolute: the worktree. */
  readonly root: string;
  /** Null for all of them. */
  readonly files: readonly string[] | null;
  readonly wantsCoverage: boolean;
  readonly signal: AbortSignal;
}

const largestReport = 64 * 1024 * 1024;

/** Runs tests in a worktree, and reads what they say. Contract: never rejects for anything that the tests do. */
export async function runSuite(workshop: Workshop, order: ImplementationOrder, suite: SuiteOrder): Promise<SuiteRun> {
  const { framework, root, files, wantsCoverage, signal } = suite;
  using home = workshop.programs.openHome();
  let result: CommandResult | null = null;
  const start = async (test: TestOrder) => {
    result = await runCommand(workshop, {
      argv: [test.program, ...test.args],
      folder: test.folder,
      programFolders: test.programFolders,
      environment: test.environment,
      network: networkOf(order),
      wallMs: order.building.testMs,
      isRead: isPrinted(framework),
      ...{ root, home, signal },
    });
    return result.end;
  };
  const selection: TestSelection = files === null ? everything : { files, names: null };
  const settings = { selection, root, reportFolder: home.temporaryDir, wantsCoverage };
  const evidence = await runTests(framework, settings, { start, readText: async (path) => readReport(path) });
  signal.throwIfAborted();
  return { run: evidence.run, ran: ranOf(result, evidence.order, evidence.end), coverage: evidence.coverage, root };
}

/** Tests may talk to themselves; to others only where the config says so. */
function networkOf({ building }: ImplementationOrder): 'none' | 'host' {
  return building.sandboxNetwork === 'host' ? 'host' : 'none';
}

function ranOf(
  result: CommandResult | null,
  { program, args, folder }: TestOrder,
  end: CommandResult['end'],
): RanCommand {
  return result?.ran ?? { argv: [program, ...args], folder, end: describeEnd(end), ms: 0, output: '' };
}

function readReport(path: string): string | null {
  try {
    return readFileBytes(path, largestReport).toString('utf8');
  } catch {
    return null;
  }
}
