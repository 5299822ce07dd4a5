import { readInside } from '../../store/worktree-reading.ts';
import { decodeBlob, maxBlobBytes } from '../../worktrees/blob-text.ts';

/** The texts of files in a worktree, by path; those that are none, or not there, are left out. No link is followed. */
export function readTexts(root: string, paths: readonly string[]): Map<string, string> {
  const texts = paths.map((path) => [path, readText(root, path)] as const);
  return new Map(texts.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

function readText(root: string, path: string): string | null {
  try {
    return decodeBlob(readInside(root, path, maxBlobBytes));
  } catch {
    return null;
  }
}
