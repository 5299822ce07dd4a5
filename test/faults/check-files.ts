import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, NamedFile, ReadJournal } from './journals.ts';

const resultFolders = ['docs/lineage', 'docs/lld/active'];

/** P1: every file that a journal calls published is there, whole; what a later one put in its place counts. */
export function checkPublished(repo: string, journals: readonly ReadJournal[]): string[] {
  const published = new Map<string, string>();
  for (const { kind, files } of entriesOf(journals)) {
    if (kind !== 'published' && kind !== 'task-done') continue;
    for (const { path, sha256 } of namedFiles(files)) published.set(path, sha256);
  }
  const replacing = announcedHashes(journals);
  return [...published].flatMap(([path, sha256]) => {
    const found = hashOf(join(repo, path));
    if (found === null) return [`${path} was published and is lost`];
    return found === sha256 || replacing.get(path)?.has(found) ? [] : [`${path} is not what was published`];
  });
}

/** P3: whatever stands in the place of a result was announced, byte for byte, before it came there. */
export function checkWhole(repo: string, journals: readonly ReadJournal[]): string[] {
  const announced = announcedHashes(journals);
  return listResults(repo)
    .filter((path) => !path.endsWith('.tmp'))
    .filter((path) => !announced.get(path)?.has(hashOf(join(repo, path)) ?? ''))
    .map((path) => `${path} is torn, or nobody announced it`);
}

/** Temporaries: while a batch is interrupted only those that its journal names, afterwards none. */
export function checkTemporaries(repo: string, journals: readonly ReadJournal[], isOver: boolean): string[] {
  const named = new Set(
    entriesOf(journals).flatMap(({ files }) =>
      (files ?? []).map((file) => (typeof file === 'string' ? file : file.path)),
    ),
  );
  const results = listResults(repo).filter((path) => path.endsWith('.tmp'));
  const state = listFiles(join(repo, '.agentos')).filter((path) => path.endsWith('.tmp'));
  if (isOver) return [...results, ...state].map((path) => `${path} was left behind`);
  return results
    .filter((path) => !named.has(path.replace(/\.tmp$/, '')))
    .map((path) => `${path} is not named in any journal`);
}

/** An approval says which document it is of. */
export function checkApprovals(repo: string): string[] {
  return listResults(repo)
    .filter((path) => path.endsWith('/approval.json'))
    .flatMap((path) => {
      const id = path.match(/([^/]+)-lld\/approval\.json$/)?.[1] ?? '';
      const approval = JSON.parse(readFileSync(join(repo, path), 'utf8'));
      const document = hashOf(join(repo, 'docs/lld/active', `LLD-${id}.md`));
      return document === approval.documentSha256 ? [] : [`${path} is of another document`];
    });
}

/** Paths of files below a folder, relative to it. */
export function listFiles(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile(),
  );
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}

function listResults(repo: string): string[] {
  return resultFolders.flatMap((folder) => listFiles(join(repo, folder)).map((path) => `${folder}/${path}`));
}

function announcedHashes(journals: readonly ReadJournal[]): Map<string, Set<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const { kind, files } of entriesOf(journals)) {
    if (kind !== 'publishing') continue;
    for (const { path, sha256 } of namedFiles(files)) hashes.set(path, (hashes.get(path) ?? new Set()).add(sha256));
  }
  return hashes;
}

function entriesOf(journals: readonly ReadJournal[]): Entry[] {
  return journals.flatMap(({ entries }) => entries);
}

function namedFiles(files: Entry['files']): NamedFile[] {
  return (files ?? []).filter((file) => typeof file !== 'string');
}
