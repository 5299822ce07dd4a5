import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { appendLine } from './append-line.ts';
import { githubFolder, makeGithubFolder } from './github-folder.ts';
import { readFileBytes } from './text-file.ts';
import { explainWriting } from './trouble.ts';

type Repository = Parameters<typeof githubFolder>[1];

const fileName = 'comments.ndjson';
const largestFile = 64 * 1024 * 1024;

/** The markers of comments that are known to be there. What is not in it has to be looked for. */
export function loadPosted(baseDir: string, repository: Repository): Set<string> {
  const path = join(githubFolder(baseDir, repository), fileName);
  try {
    const text = existsSync(path) ? readFileBytes(path, largestFile).toString('utf8') : '';
    return new Set(text.split('\n').flatMap(readMarker));
  } catch (error) {
    if (error instanceof AgentOsError) return new Set();
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

/** Only spares the search: a comment is known by its marker. */
export function notePosted(baseDir: string, repository: Repository, marker: string, at: number): void {
  const folder = explainWriting('the list of comments', () => makeGithubFolder(baseDir, repository));
  const path = relative(baseDir, join(folder, fileName));
  appendLine(baseDir, path, JSON.stringify({ schemaVersion: 1, marker, at }));
}

/** A line that was cut off is none. */
function readMarker(line: string): string[] {
  try {
    const data: unknown = JSON.parse(line);
    const marker = typeof data === 'object' && data !== null && 'marker' in data ? data.marker : null;
    return typeof marker === 'string' ? [marker] : [];
  } catch {
    return [];
  }
}
