import type { ScannedFile, ScoredFile } from './rank-files.ts';
import { isTest, subjectOf } from './test-names.ts';

/** A file of code that the issue concerns, and why. */
export interface ConcernedFile {
  readonly path: string;
  readonly score: number;
  readonly reason: string;
}

/** What standing next to a named file is worth, as a share of the best score that words alone gave. */
const bonus = { imported: 0.6, tests: 0.5, importing: 0.4 } as const;
/** A file that everything imports says little about those that do. */
const manyImporters = 10;
/** What only tests use matters less than what is tested. */
const testShare = 0.5;
const leadersWithoutNames = 2;
const shownTerms = 3;

/** Ranks files by their words and by how near they are to the named ones; without named ones, to the best. */
export function rankConcerned(
  scanned: readonly ScannedFile[],
  scored: readonly ScoredFile[],
  named: readonly string[],
): ConcernedFile[] {
  const best = scored.toSorted(byScore);
  const known = new Set(scanned.map(({ path }) => path));
  const seeds = named.filter((path) => known.has(path));
  const leaders = best.filter(({ score }) => score > 0).slice(0, leadersWithoutNames);
  const near = findNeighbours(scanned, new Set(seeds.length > 0 ? seeds : leaders.map(({ path }) => path)));
  const unit = Math.max(1, best[0]?.score ?? 0);
  const isNamed = new Set(named);
  return best
    .map(({ path, score, terms }) => {
      const neighbour = near.get(path) ?? null;
      const words = `speaks of ${terms.slice(0, shownTerms).join(', ')}`;
      if (isNamed.has(path)) return { path, score: score + 2 * unit, reason: 'named' };
      return { path, score: score + unit * (neighbour?.share ?? 0), reason: neighbour?.reason ?? words };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
}

interface Neighbour {
  readonly share: number;
  readonly reason: string;
}

function findNeighbours(scanned: readonly ScannedFile[], seeds: ReadonlySet<string>): Map<string, Neighbour> {
  const near = new Map<string, Neighbour>();
  const add = (path: string, share: number, reason: string) => {
    if (!seeds.has(path) && share > (near.get(path)?.share ?? 0)) near.set(path, { share, reason });
  };
  const worthOf = (path: string) => (isTest(path) ? testShare : 1);
  const subjects = new Map([...seeds].map((seed) => [subjectOf(seed), seed]));
  const importers = countImporters(scanned, seeds);
  for (const { path, imports } of scanned) {
    const tested = isTest(path) ? subjects.get(subjectOf(path)) : undefined;
    if (tested !== undefined) add(path, bonus.tests, `tests ${tested}`);
    for (const target of imports) {
      if (seeds.has(path)) add(target, bonus.imported * worthOf(target), `imported by ${path}`);
      const share = bonus.importing * Math.min(1, manyImporters / (importers.get(target) ?? 1));
      if (seeds.has(target)) add(path, share * worthOf(path), `imports ${target}`);
    }
  }
  return near;
}

function countImporters(scanned: readonly ScannedFile[], seeds: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { imports } of scanned) {
    for (const target of imports) if (seeds.has(target)) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

/** The order is total: equal scores go by path. */
function byScore(a: { path: string; score: number }, b: { path: string; score: number }): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
