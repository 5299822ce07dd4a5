import { parseEntry } from './entry.mjs';

/** All entries of a time sheet, one a line; empty lines and lines that begin with `#` are left out. */
export function parseSheet(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(parseEntry);
}
