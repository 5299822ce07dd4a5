import { limits } from '../limits.ts';
import { relativeTo } from '../paths.ts';
import type { CoveredLines } from './covered-lines.ts';

/** Reads the lines of an lcov report; paths outside of the repository are left out. Counts of one file add up. */
export function readLcov(text: string, root: string, folder: string): CoveredLines {
  const files = new Map<string, Map<number, number>>();
  let lines: Map<number, number> | null = null;
  for (const row of text.slice(0, limits.reportCharacters).split('\n')) {
    if (row.startsWith('SF:')) {
      const path = relativeTo(root, folder, row.slice(3).trim());
      lines = path === null ? null : (files.get(path) ?? new Map<number, number>());
      if (path !== null && lines !== null) files.set(path, lines);
    } else if (row.startsWith('end_of_record')) lines = null;
    else if (lines !== null && row.startsWith('DA:')) {
      const [line, count] = row.slice(3).split(',', 2).map(Number);
      if (isCount(line) && isCount(count)) lines.set(line, (lines.get(line) ?? 0) + count);
    }
  }
  return files;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}
