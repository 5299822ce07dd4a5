import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { fieldOf, parseJson } from '../model/json.ts';
import { appendLine } from './append-line.ts';
import { githubFolder, makeGithubFolder } from './github-folder.ts';
import { readFileBytes } from './text-file.ts';
import { explainWriting } from './trouble.ts';

type Repository = Parameters<typeof githubFolder>[1];

const fileName = 'comments.ndjson';
const largestFile = 64 * 1024 * 1024;

/** The markers of comments that are known to be there. What is not in it has to be looked for. */
export function loadPosted(baseDir: string, repository: Repository): Set<string> {
  return new Set(readLines(baseDir, repository).flatMap(readMarker));
}

function readLines(baseDir: string, repository: Repository): string[] {
  const path = join(githubFolder(baseDir, repository), fileName);
  try {
    return existsSync(path) ? readFileBytes(path, largestFile).toString('utf8').split('\n') : [];
  } catch (error) {
    if (error instanceof AgentOsError) return [];
    throw error;
  }
}

/** The same of all repositories of GitHub's that were ever spoken to. */
export function loadAllPosted(baseDir: string): ReadonlySet<string> {
  const folders = listFolders(join(baseDir, 'github'));
  return new Set(
    folders.flatMap((owner) =>
      listFolders(join(baseDir, 'github', owner)).flatMap((name) => [...loadPosted(baseDir, { owner, name })]),
    ),
  );
}

function listFolders(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Where a pull request is. */
interface Link {
  readonly number: number;
  readonly url: string;
}

/** Only spares the search: a comment is known by its marker. */
export function notePosted(
  baseDir: string,
  repository: Repository,
  { marker, at, link }: { readonly marker: string; readonly at: number; readonly link: Link | null },
): void {
  const folder = explainWriting('the list of comments', () => makeGithubFolder(baseDir, repository));
  const path = relative(baseDir, join(folder, fileName));
  appendLine(baseDir, path, JSON.stringify({ schemaVersion: 1, marker, at, ...(link === null ? {} : { link }) }));
}

/** The pull requests that are known to be there, by their markers, in all repositories. */
export function loadPullRequests(baseDir: string): ReadonlyMap<string, Link> {
  const root = join(baseDir, 'github');
  const lines = listFolders(root).flatMap((owner) =>
    listFolders(join(root, owner)).flatMap((name) => readLines(baseDir, { owner, name })),
  );
  return new Map(lines.flatMap(readLink));
}

function readLink(line: string): (readonly [string, Link])[] {
  const link = fieldOf(parseJson(line), 'link');
  const [number, url] = [fieldOf(link, 'number'), fieldOf(link, 'url')];
  if (typeof number !== 'number' || typeof url !== 'string') return [];
  return readMarker(line).map((marker) => [marker, { number, url }]);
}

/** A line that was cut off is none. */
function readMarker(line: string): string[] {
  const marker = fieldOf(parseJson(line), 'marker');
  return typeof marker === 'string' ? [marker] : [];
}
