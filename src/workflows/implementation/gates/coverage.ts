import { changedLineCoverage } from '../../../frameworks/coverage/changed-line-coverage.ts';
import type { GateResult } from '../evidence.ts';
import { type JudgedChange, listSources } from './judged-change.ts';
import { makeResult } from './make-result.ts';
import type { AddedRow } from './patch-rows.ts';

const longestRow = 20_000;

/** Enough of the new lines were run by the tests, where their framework reports it. */
export async function judgeCoverage(change: JudgedChange): Promise<GateResult> {
  const { framework, coverage, settings } = change.input;
  if (framework.coverage === null) return unmeasured(`${framework.kind} reports none here`);
  const hidden = listSources(change).flatMap(({ path }) => findHiding(path, change.rowsOf(path)));
  if (hidden.length > 0)
    return makeResult('coverage', 'new lines keep themselves from being measured', { failed: hidden });
  if (coverage.report === null) return unmeasured('the run left no report of it');
  const measured = await changedLineCoverage(framework, coverage.report, coverage.root, listSources(change));
  const { percent, covered, executable, uncovered } = measured;
  if (percent === null) return unmeasured('the report knows no new line that can be run');
  // Not rounded up: 79.96 is not 80.
  const shown = Math.floor(percent * 10) / 10;
  const summary = `${shown} % of the new lines were run (${covered} of ${executable}); at least ${settings.leastCoverage} % are asked for`;
  const missed = uncovered.map(({ path, lines }) => `${path}: not run: ${renderLines(lines)}`);
  return percent >= settings.leastCoverage
    ? { ...makeResult('coverage', summary, { failed: missed }), state: 'passed' }
    : makeResult('coverage', summary, { failed: missed });
}

/** By comments, each framework has its own. */
const hiding = /\b(?:node:coverage (?:disable|ignore)|(?:istanbul|c8|v8) ignore|pragma: ?no ?(?:cover|branch))\b/i;

function findHiding(path: string, rows: readonly AddedRow[]): string[] {
  return rows
    .filter(({ text }) => hiding.test(text.slice(0, longestRow)))
    .map(({ line }) => `${path}:${line}: a comment keeps code from being measured`);
}

/** `3-5, 9` */
function renderLines(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

function unmeasured(reason: string): GateResult {
  return { gate: 'coverage', state: 'unmeasured', summary: `not measured: ${reason}`, findings: [reason] };
}
