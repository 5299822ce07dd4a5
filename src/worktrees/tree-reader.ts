import type { RepositoryReader } from '../model/repository-reader.ts';
import { decodeBlob, maxBlobBytes } from './blob-text.ts';
import { runGitOnBytes } from './git.ts';
import { listTreeEntries, type TreeEntry } from './tree-listing.ts';

/** What one call of git answers at most. */
const batchBlobs = 1000;
const batchBytes = 8 * 1024 * 1024;

interface Wanted {
  readonly path: string;
  readonly blob: string;
  readonly bytes: number;
}

/**
 * Reads the files of a commit from git's own storage: raw blobs, so no filter of the repository runs, and nothing of the
 * working tree is seen. Throws COMMIT_UNKNOWN when the commit cannot be listed.
 */
export function openTreeReader(repoDir: string, commit: string): RepositoryReader {
  const entries = listTreeEntries(repoDir, commit);
  const readAll = (paths: readonly string[]) => readBlobs(repoDir, entries, paths);
  return {
    paths: [...entries.keys()],
    sizeOf: (path) => entries.get(path)?.bytes ?? 0,
    read: (path) => readAll([path]).get(path) ?? null,
    readAll,
  };
}

function readBlobs(
  repoDir: string,
  entries: ReadonlyMap<string, TreeEntry>,
  paths: readonly string[],
): ReadonlyMap<string, string | null> {
  const texts = new Map<string, string | null>(paths.map((path) => [path, null]));
  const wanted = [...texts.keys()].flatMap((path) => toWanted(path, entries.get(path)));
  for (const batch of cutIntoBatches(wanted)) {
    const output = runGitOnBytes(repoDir, ['cat-file', '--batch'], batch.map(({ blob }) => `${blob}\n`).join(''));
    if (output !== null) takeBlobs(output, batch, texts);
  }
  return texts;
}

function toWanted(path: string, entry: TreeEntry | undefined): Wanted[] {
  if (entry === undefined || entry.blob === null || entry.bytes > maxBlobBytes) return [];
  return [{ path, blob: entry.blob, bytes: entry.bytes }];
}

function cutIntoBatches(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of wanted) {
    const last = batches.at(-1);
    const isFull = last === undefined || last.length >= batchBlobs || bytes + one.bytes > batchBytes;
    if (isFull) batches.push([one]);
    else last.push(one);
    bytes = isFull ? one.bytes : bytes + one.bytes;
  }
  return batches;
}

/** Each answer is a line `<id> blob <size>`, the bytes and a newline; for what is missing it is a line alone. */
function takeBlobs(output: Buffer, batch: readonly Wanted[], texts: Map<string, string | null>): void {
  let at = 0;
  for (const { path } of batch) {
    const lineEnd = output.indexOf(0x0a, at);
    if (lineEnd === -1) return;
    const size = output.toString('latin1', at, lineEnd).match(/ blob (\d+)$/)?.[1];
    at = lineEnd + 1;
    if (size === undefined) continue;
    texts.set(path, decodeBlob(output.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
}
