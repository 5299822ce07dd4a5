import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { RepositoryPlace } from './worktree.ts';

const chunkBytes = 1024 * 1024;

/** The id that git gives the bytes of a file as they are, without any filter; null for what is no file, or cannot be read. */
export function hashBlob(path: string, { objectFormat }: Pick<RepositoryPlace, 'objectFormat'>): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile()) return null;
    const sum = createHash(objectFormat).update(`blob ${stat.size}\0`);
    const chunk = Buffer.alloc(Math.min(chunkBytes, stat.size));
    for (let left = stat.size; left > 0; ) {
      const bytes = readSync(file, chunk);
      if (bytes === 0) return null;
      sum.update(chunk.subarray(0, bytes));
      left -= bytes;
    }
    return sum.digest('hex');
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
