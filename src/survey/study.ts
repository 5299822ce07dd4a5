import type { RepositoryReader } from '../model/repository-reader.ts';
import { Library } from './library.ts';
import { type Outline, openOutliner } from './outline/outliner.ts';
import { type ConcernedFile, rankConcerned } from './relevance/concerned-files.ts';
import { type Issue, type IssueTerms, readIssueTerms } from './relevance/issue-terms.ts';
import { findNamedPaths, type NamedPaths } from './relevance/named-paths.ts';
import { PathIndex } from './relevance/path-index.ts';
import { scanFiles, scoreFiles } from './relevance/rank-files.ts';
import type { Interest } from './tree/render-tree.ts';

/** What is known of a repository with one issue in mind; the parts of a survey are written from it. */
export interface Study {
  readonly library: Library;
  readonly terms: IssueTerms;
  readonly named: NamedPaths;
  /** Files of code, most concerned first. */
  readonly concerned: readonly ConcernedFile[];
  /** Files that matter, and the folders that lead to them. */
  readonly interest: Interest;
  readonly outline: Outline;
}

const leaders = 30;
const namedWorth = 1000;

export async function studyRepository(reader: RepositoryReader, issue: Issue): Promise<Study> {
  const library = new Library(reader);
  const index = new PathIndex(reader.paths);
  const terms = readIssueTerms(issue);
  const named = findNamedPaths(issue, index);
  const scanned = scanFiles(library, terms, index);
  const there = named.files.filter(({ isThere }) => isThere).map(({ path }) => path);
  const concerned = rankConcerned(scanned, scoreFiles(scanned, terms), there);
  return { library, terms, named, concerned, interest: weighPaths(named, concerned), outline: await openOutliner() };
}

function weighPaths(named: NamedPaths, concerned: readonly ConcernedFile[]): Interest {
  const interest = new Map<string, number>();
  const raise = (path: string, worth: number) => interest.set(path, Math.max(interest.get(path) ?? 0, worth));
  const raiseWithFolders = (path: string, worth: number) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) raise(path.slice(0, end), worth);
  };
  for (const [at, { path }] of concerned.slice(0, leaders).entries()) raiseWithFolders(path, leaders - at);
  for (const { path } of named.files) raiseWithFolders(path, namedWorth);
  for (const path of named.folders) raiseWithFolders(path, namedWorth);
  return interest;
}
