import { languageOf } from '../languages.ts';
import type { Library } from '../library.ts';
import { limits } from '../limits.ts';
import { isMachineMade } from '../machine-made.ts';
import { TermCounter, type TermCounts } from './count-terms.ts';
import { findImports } from './imports.ts';
import type { IssueTerms } from './issue-terms.ts';
import type { PathIndex } from './path-index.ts';
import { isTest } from './test-names.ts';

/** A file of code as far as ranking knows it: nothing of its text is kept. */
export interface ScannedFile {
  readonly path: string;
  readonly characters: number;
  readonly counts: TermCounts;
  readonly imports: readonly string[];
}

export interface ScoredFile {
  readonly path: string;
  readonly score: number;
  /** The terms that the score comes from, most telling first. */
  readonly terms: readonly string[];
}

const saturation = 1.2;
const lengthShare = 0.6;
/** A word in the path of a file says as much as so many in its text. */
const pathCounts = 6;
const testShare = 0.5;

/** Reads the code of the repository, likeliest files first, as much as is allowed. */
export function scanFiles(library: Library, terms: IssueTerms, index: PathIndex): ScannedFile[] {
  const counter = new TermCounter(terms);
  const scanned: ScannedFile[] = [];
  for (const { path, text } of library.scan(orderForScan(library, counter))) {
    if (text.trim() === '' || isMachineMade(text)) continue;
    const counts = new Map(counter.count(text));
    for (const [term, count] of counter.count(path)) counts.set(term, (counts.get(term) ?? 0) + count * pathCounts);
    scanned.push({ path, characters: text.length, counts, imports: findImports(path, text, index) });
  }
  return scanned;
}

/** Files whose paths speak of the issue come first: in a repository too large to be read, they are read. */
function orderForScan(library: Library, counter: TermCounter): string[] {
  const code = library.paths.filter((path) => languageOf(path) !== null && library.mayRead(path));
  if (code.length <= limits.scannedFiles / 2) return code;
  const hits = new Map(code.map((path) => [path, counter.count(path).size]));
  return code.toSorted((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0));
}

/** Scores by rare words: a term that few files use says much, one that all use says nothing (BM25). */
export function scoreFiles(files: readonly ScannedFile[], terms: IssueTerms): ScoredFile[] {
  const counter = new TermCounter(terms);
  const usedBy = new Map<string, number>();
  for (const { counts } of files) for (const term of counts.keys()) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  const meanLength = files.reduce((sum, { characters }) => sum + characters, 0) / Math.max(1, files.length);
  const worthOf = (term: string) => {
    const users = usedBy.get(term) ?? 0;
    return counter.weightOf(term) * Math.log(1 + (files.length - users + 0.5) / (users + 0.5));
  };
  return files.map((file) => {
    const length = 1 - lengthShare + lengthShare * (file.characters / Math.max(1, meanLength));
    const parts = [...file.counts].map(([term, count]) => ({
      term,
      worth: worthOf(term) * (count / (count + saturation * length)),
    }));
    parts.sort((a, b) => b.worth - a.worth || (a.term < b.term ? -1 : 1));
    const sum = parts.reduce((total, { worth }) => total + worth, 0);
    return {
      path: file.path,
      score: isTest(file.path) ? sum * testShare : sum,
      terms: [...new Set(parts.map(({ term }) => terms.words.get(term.slice(2)) ?? term.slice(2)))],
    };
  });
}
