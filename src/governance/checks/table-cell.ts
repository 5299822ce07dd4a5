import type { Fix } from '../finding.ts';
import { readableText } from '../hidden-text.ts';
import type { TableShape } from '../lld/document.ts';
import { columnIndex } from '../lld/section-tables.ts';

/** What stands for nothing in a cell. */
const blankCells: readonly string[] = ['', '-', '–', '—'];

export function isBlank(cell: string): boolean {
  return blankCells.includes(readableText(cell));
}

/** The names of those columns that a table lacks. */
export function missingColumns(shape: TableShape, needed: readonly string[]): string[] {
  return needed.filter((name) => columnIndex(shape, name) < 0);
}

/** A fix that puts `text` into one cell of the row at `line` and leaves every other character alone. */
export function fixCell(lines: readonly string[], line: number, cellIndex: number, text: string): Fix | null {
  const row = lines[line - 1] ?? '';
  const edges = cellEdges(row);
  const start = edges[cellIndex];
  const end = edges[cellIndex + 1];
  if (start === undefined || end === undefined) return null;
  const cell = row.slice(start + 1, end);
  const fixed = row.slice(0, start + 1) + cell.replace(cell.trim(), () => text) + row.slice(end);
  return { fromLine: line, toLine: line, lines: [fixed] };
}

/** Where the cells of a row begin and end: its unescaped pipes, and the ends of the line where a pipe is left out. */
function cellEdges(row: string): number[] {
  const pipes = Array.from(row.matchAll(/(?<!\\)\|/g), (match) => match.index);
  if (!row.trimStart().startsWith('|')) pipes.unshift(-1);
  if (pipes.at(-1) !== row.trimEnd().length - 1) pipes.push(row.length);
  return pipes;
}
