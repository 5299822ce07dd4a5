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

/** Commits do not change: tasks of one worker that start from the same one share what was read of it. */
let last: { readonly repoDir: string; readonly commit: string; readonly reader: RepositoryReader } | null = null;

/** As `readTree`; asked again about the same commit, it knows most of it already. */
export function openTreeReader(repoDir: string, commit: string): RepositoryReader {
  if (last?.repoDir === repoDir && last.commit === commit) return last.reader;
  last = { repoDir, commit, reader: readTree(repoDir, commit) };
  return last.reader;
}

/**
 * Reads the files of a commit from git's own storage: raw blobs, so no filter of the repository runs, and nothing of the
 * working tree is seen. Throws COMMIT_UNKNOWN when the commit cannot be listed.
 */
function readTree(repoDir: string, commit: string): RepositoryReader {
  const entries = listTreeEntries(repoDir, commit);
  const shelf = new Shelf();
  const readAll = (paths: readonly string[]) => shelf.get(paths, (missing) => readBlobs(repoDir, entries, missing));
  return {
    paths: [...entries.keys()],
    sizeOf: (path) => entries.get(path)?.bytes ?? 0,
    read: (path) => readAll([path]).get(path) ?? null,
    readAll,
  };
}

const shelfCharacters = 16 * 1024 * 1024;

/** Texts that were read, as many as there is room for: the first ones stay. */
class Shelf {
  readonly #texts = new Map<string, string | null>();
  #characters = 0;

  get(
    paths: readonly string[],
    read: (missing: readonly string[]) => ReadonlyMap<string, string | null>,
  ): ReadonlyMap<string, string | null> {
    const missing = paths.filter((path) => !this.#texts.has(path));
    const fresh = missing.length === 0 ? this.#texts : read(missing);
    const found = new Map(paths.map((path) => [path, this.#texts.get(path) ?? fresh.get(path) ?? null]));
    for (const path of missing) this.#keep(path, fresh.get(path) ?? null);
    return found;
  }

  #keep(path: string, text: string | null): void {
    const characters = text?.length ?? 0;
    if (this.#characters + characters > shelfCharacters) return;
    this.#characters += characters;
    this.#texts.set(path, text);
  }
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
