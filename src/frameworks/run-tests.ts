import type { Framework } from './framework.ts';
import { makeTestOrder, type OrderSettings, type TestOrder } from './orders/test-order.ts';
import { parseReport } from './reports/parse-report.ts';
import type { TestEnd, TestRun } from './test-run.ts';

/** What running tests needs of the outside: a process, and files that it leaves. */
export interface TestTools {
  /** Contract: never rejects, and when it resolves nothing of the process is left. */
  start(order: TestOrder): Promise<TestEnd>;
  /** Null for a file that is not there, or is larger than we read. */
  readText(path: string): Promise<string | null>;
}

export interface TestEvidence {
  readonly order: TestOrder;
  readonly end: TestEnd;
  readonly run: TestRun;
  /** The report of the coverage; null where none was asked for, or none was written. */
  readonly coverage: string | null;
}

/** Runs tests and reads what they say. Contract: never rejects for anything that the tests do. */
export async function runTests(framework: Framework, settings: OrderSettings, tools: TestTools): Promise<TestEvidence> {
  const order = makeTestOrder(framework, settings);
  const { reportFile } = order;
  const before = reportFile === null ? null : await tools.readText(reportFile);
  const end = await tools.start(order);
  const after = reportFile === null ? null : await tools.readText(reportFile);
  // What lay there already was told by somebody else.
  const report = after === before ? null : after;
  const coverage = order.coverageFile === null ? null : await tools.readText(order.coverageFile);
  const read = order.isReported ? framework : { ...framework, report: null };
  return { order, end, run: parseReport(read, { root: settings.root, end, report }), coverage };
}
