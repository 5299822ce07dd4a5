import type { ChangedFile } from '../changed-file.ts';
import { isTestSupport } from '../detect/test-paths.ts';
import type { Framework } from '../framework.ts';
import { isEcmascript, openModuleParser, type ParseModule } from '../source/parse-module.ts';
import type { CoveredLines } from './covered-lines.ts';
import { codeLines, runsAnything } from './executable.ts';
import { readCoverage } from './read-coverage.ts';

export interface LineCoverage {
  /** Of the new lines that can be run: 0 to 100; null where nothing was reported, or there is nothing to run. */
  readonly percent: number | null;
  readonly covered: number;
  readonly executable: number;
  readonly uncovered: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

const nothing: LineCoverage = { percent: null, covered: 0, executable: 0, uncovered: [] };
const sources: Readonly<Record<string, RegExp>> = {
  pytest: /\.py$/,
  go: /\.go$/,
};

/**
 * How many of the new lines of a change its tests ran. Tests themselves do not count. A file that the report does not know was
 * never loaded: all its lines count as not run, unless it holds nothing that runs.
 */
export async function changedLineCoverage(
  framework: Framework,
  report: string | null,
  root: string,
  changes: readonly ChangedFile[],
): Promise<LineCoverage> {
  if (report === null || framework.coverage === null) return nothing;
  const covered = readCoverage(framework, report, root);
  if (covered.size === 0) return nothing;
  const own = changes.filter(({ path }) => isMeasured(path, framework) && !isTestSupport(path, framework.kind));
  const parse = own.some(({ path }) => isEcmascript(path)) ? await openModuleParser() : null;
  const measured = own.map((change) => measure(change, covered, parse));
  const executable = measured.reduce((sum, { lines }) => sum + lines.length, 0);
  const missed = measured.reduce((sum, { uncovered }) => sum + uncovered.length, 0);
  const uncovered = measured.filter((each) => each.uncovered.length > 0);
  return {
    percent: executable === 0 ? null : ((executable - missed) / executable) * 100,
    covered: executable - missed,
    executable,
    uncovered: uncovered.map(({ path, uncovered: lines }) => ({ path, lines })),
  };
}

function isMeasured(path: string, { kind, folder }: Framework): boolean {
  const pattern = sources[kind];
  const isInside = folder === '' || path.startsWith(`${folder}/`);
  return isInside && (pattern === undefined ? isEcmascript(path) && !/\.d\.[mc]?ts$/.test(path) : pattern.test(path));
}

interface Measured {
  readonly path: string;
  readonly lines: readonly number[];
  readonly uncovered: readonly number[];
}

function measure(change: ChangedFile, covered: CoveredLines, parse: ParseModule | null): Measured {
  const { path } = change;
  const counts = covered.get(path);
  const candidates = codeLines(change);
  if (counts === undefined) {
    const lines = runsAnything(change, parse) ? candidates : [];
    return { path, lines, uncovered: lines };
  }
  const lines = candidates.filter((line) => counts.has(line));
  return { path, lines, uncovered: lines.filter((line) => counts.get(line) === 0) };
}
