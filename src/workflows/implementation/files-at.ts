import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBlob } from '../../worktrees/blob-text.ts';
import type { Diff } from '../../worktrees/diff.ts';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import { placeOfRepository, type TaskWorktree } from '../../worktrees/worktree.ts';
import type { FilesAt } from './gates/gate-input.ts';
import { readTexts } from './read-texts.ts';

const maxBytes = 256 * 1024 * 1024;

/** The files of a change as they were at the base (1 call; none if all are new). */
export async function readBefore(
  house: WorktreeHouse,
  tree: TaskWorktree,
  { files }: Diff,
  signal: AbortSignal,
): Promise<FilesAt> {
  const paths = files.filter(({ kindBefore }) => kindBefore === 'file').map(({ path }) => path);
  return toFiles(await readBlobs(house, tree, paths, signal));
}

/** The texts of files at the base, by path; those that are none, or not there, are left out (1 call; none for no path). */
export async function readTextsBefore(
  house: WorktreeHouse,
  tree: TaskWorktree,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const blobs = await readBlobs(house, tree, paths, signal);
  const texts = [...blobs].map(([path, bytes]) => [path, decodeBlob(bytes)] as const);
  return new Map(texts.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

async function readBlobs(
  house: WorktreeHouse,
  { repository, base }: TaskWorktree,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  const asked = paths.filter((path) => !path.includes('\n'));
  if (asked.length === 0) return new Map();
  const input = asked.map((path) => `${base}:${path}\n`).join('');
  const options = { signal, input, maxBytes };
  const { stdout } = await house.git.run(placeOfRepository(repository), ['cat-file', '--batch'], options);
  return splitBlobs(stdout, asked);
}

/** The same as they are in the worktree: to be asked where it is as it was committed. */
export function readAfter({ path: root }: TaskWorktree): FilesAt {
  return {
    readAll(paths) {
      const texts = readTexts(root, paths);
      return new Map(paths.map((path) => [path, texts.get(path) ?? null]));
    },
    sizeOf: (path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0,
  };
}

function toFiles(blobs: ReadonlyMap<string, Buffer>): FilesAt {
  const read = (path: string) => {
    const bytes = blobs.get(path);
    return bytes === undefined ? null : decodeBlob(bytes);
  };
  return {
    readAll: (paths) => new Map(paths.map((path) => [path, read(path)])),
    sizeOf: (path) => blobs.get(path)?.length ?? 0,
  };
}

/** Each answer is a line `<id> blob <size>`, the bytes and a newline; for what is missing it is a line alone. */
function splitBlobs(output: Buffer, paths: readonly string[]): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  let at = 0;
  for (const path of paths) {
    const lineEnd = output.indexOf(0x0a, at);
    if (lineEnd === -1) break;
    const size = output.toString('latin1', at, lineEnd).match(/ blob (\d+)$/)?.[1];
    at = lineEnd + 1;
    if (size === undefined) continue;
    blobs.set(path, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
