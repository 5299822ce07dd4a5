import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const largest = 4 * 1024 * 1024;

/** The bytes of a regular file; null for whatever else is there, or too large, or cannot be read. Never waits for a pipe. */
export function readSmallFile(path: string): Buffer | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= largest ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Its only line; null if there is no such file. */
export function readLine(path: string): string | null {
  return (
    readSmallFile(path)
      ?.toString('utf8')
      .replace(/\r?\n$/, '') ?? null
  );
}

export function hashFile(path: string): string | null {
  const bytes = readSmallFile(path);
  return bytes === null ? null : hash('sha256', bytes, 'hex');
}
