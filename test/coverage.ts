import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What V8 writes for one process: how often each range of each script ran; ranges nest. */
interface ProcessCoverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** A place in a bundle and the line of the source that it was made from. */
interface Mapping {
  readonly offset: number;
  readonly source: string;
  readonly line: number;
}

export interface FileCoverage {
  readonly path: string;
  readonly lines: number;
  readonly missed: readonly number[];
}

/**
 * Line coverage of `src/` over all processes of a test run: those that ran the sources, and those that ran the bundle, by
 * its source maps. A line counts if the bundle has code of it. A process that was killed while it wrote says nothing.
 */
export function measureCoverage(projectDir: string, folder: string): FileCoverage[] {
  const bundles = loadBundles(projectDir);
  const sources = new Map<string, Map<number, boolean>>();
  for (const mappings of bundles.values())
    for (const { source, line } of mappings) linesOf(sources, source).set(line, false);
  const ran = addUpRuns(folder, (url) => bundles.has(url) || sources.has(url));
  for (const [url, mappings] of bundles) markBundle(ran.get(url), mappings, sources);
  for (const [url, lines] of sources) markSource(ran.get(url), url, lines);
  return [...sources].map(([url, lines]) => ({
    path: url.slice(pathToFileURL(`${projectDir}/`).href.length),
    lines: lines.size,
    missed: [...lines]
      .filter(([, isCovered]) => !isCovered)
      .map(([line]) => line)
      .sort((a, b) => a - b),
  }));
}

function linesOf(sources: Map<string, Map<number, boolean>>, url: string): Map<number, boolean> {
  const lines = sources.get(url) ?? new Map<number, boolean>();
  sources.set(url, lines);
  return lines;
}

/** Every offset that ran in any process. */
function addUpRuns(folder: string, isWanted: (url: string) => boolean): Map<string, Uint8Array> {
  const ran = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of readProcess(join(folder, name)).result) {
      if (!isWanted(url)) continue;
      const ranges = functions.flatMap((one) => one.ranges);
      const length = Math.max(0, ...ranges.map(({ endOffset }) => endOffset));
      const sum = ran.get(url) ?? new Uint8Array(length);
      ran.set(url, sum);
      addRanges(sum, ranges);
    }
  }
  return ran;
}

/** Inner ranges correct outer ones. */
function addRanges(sum: Uint8Array, ranges: readonly Range[]): void {
  const once = new Uint8Array(sum.length);
  const nested = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of nested) once.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) | (once[at] ?? 0);
}

function readProcess(path: string): ProcessCoverage {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { result: [] };
  }
}

function markBundle(
  ran: Uint8Array | undefined,
  mappings: readonly Mapping[],
  sources: ReadonlyMap<string, Map<number, boolean>>,
): void {
  for (const { offset, source, line } of mappings) if (ran?.[offset] === 1) sources.get(source)?.set(line, true);
}

/** Types are blanked out where they stand, so that lines and offsets are those of the file. */
function markSource(ran: Uint8Array | undefined, url: string, lines: Map<number, boolean>): void {
  if (ran === undefined) return;
  let offset = 0;
  for (const [index, text] of readFileSync(fileURLToPath(url), 'utf8').split('\n').entries()) {
    const start = offset + (text.length - text.trimStart().length);
    if (lines.has(index + 1) && ran[start] === 1) lines.set(index + 1, true);
    offset += text.length + 1;
  }
}

function loadBundles(projectDir: string): Map<string, Mapping[]> {
  const root = pathToFileURL(`${join(projectDir, 'src')}/`).href;
  const maps = globSync('dist/*.{js,cjs}.map', { cwd: projectDir });
  return new Map(
    maps.map((path) => {
      const bundle = join(projectDir, path.slice(0, -'.map'.length));
      const mappings = readMappings(join(projectDir, path), readFileSync(bundle, 'utf8'));
      return [pathToFileURL(bundle).href, mappings.filter(({ source }) => source.startsWith(root))];
    }),
  );
}

function readMappings(path: string, code: string): Mapping[] {
  const map: { sources: string[]; mappings: string } = JSON.parse(readFileSync(path, 'utf8'));
  const sources = map.sources.map((source) => new URL(source, pathToFileURL(path)).href);
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const found: Mapping[] = [];
  let [source, line] = [0, 0];
  for (const [row, segments] of map.mappings.split(';').entries()) {
    let column = 0;
    for (const segment of segments.split(',').filter(Boolean)) {
      const [columns = 0, sourceStep = 0, lineStep = 0] = decode(segment);
      column += columns;
      source += sourceStep;
      line += lineStep;
      found.push({ offset: (starts[row] ?? 0) + column, source: sources[source] ?? '', line: line + 1 });
    }
  }
  return found;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Numbers in base 64, five bits a digit, the sign in the lowest bit. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits < 32) {
      numbers.push(value & 1 ? -(value >> 1) : value >> 1);
      [value, shift] = [0, 0];
    }
  }
  return numbers;
}
