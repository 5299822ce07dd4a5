import { limits } from '../limits.ts';
import { joinPath } from '../paths.ts';
import type { CoveredLines } from './covered-lines.ts';

const block = /^(\S{1,1000}\.go):(\d{1,7})\.\d{1,7},(\d{1,7})\.(\d{1,7}) \d{1,7} (\d{1,15})$/;
/** Blocks say from where to where; so many lines are believed of one. */
const longestBlock = 5000;
const mostLines = 1_000_000;

/** Reads what `go test -coverprofile` writes: blocks of statements by import path. */
export function readCoverprofile(text: string, moduleName: string, folder: string): CoveredLines {
  const files = new Map<string, Map<number, number>>();
  let read = 0;
  for (const row of text.slice(0, limits.reportCharacters).split('\n')) {
    const [, name = '', from, to, column, count] = block.exec(row) ?? [];
    if (!name.startsWith(`${moduleName}/`)) continue;
    const path = joinPath(folder, name.slice(moduleName.length + 1));
    const lines = files.get(path) ?? new Map<number, number>();
    files.set(path, lines);
    // A block that ends before the first character of a row does not reach it.
    const end = Math.min(Number(to) - (Number(column) <= 1 ? 1 : 0), Number(from) + longestBlock);
    for (let line = Number(from); line <= end && read < mostLines; line += 1, read += 1) {
      lines.set(line, Math.max(lines.get(line) ?? 0, Number(count)));
    }
  }
  return files;
}
