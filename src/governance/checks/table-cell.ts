import type { Fix } from '../finding.ts';
import { readableText } from '../hidden-text.ts';
import type { TableShape } from '../lld/document.ts';
import { columnIndex } from '../lld/table-columns.ts';

/** What stands for nothing in a cell. */
const blankCell = /^(?:[-–—]|\[\s+\])?$/;

/** A link without words says nothing; an empty list is a value. */
export function isBlank(cell: string): boolean {
  const seen = readableText(cell);
  return blankCell.test(seen) || (seen === '[]' && cell.trim() !== seen);
}

/** The names of those columns that a table lacks. */
export function missingColumns(shape: TableShape, needed: readonly string[]): string[] {
  return needed.filter((name) => columnIndex(shape, name) < 0);
}

/** How many cells a row is written with. */
export function countCells(row: string): number {
  return cellEdges(row).length - 1;
}

interface CellChange {
  readonly line: number;
  readonly cellIndex: number;
  readonly from: string;
  readonly to: string;
}

/**
 * A fix that changes one cell of the row at `line` and leaves every other character alone; null if the cell does not
 * hold `from`, as in a second table with other columns.
 */
export function fixCell(lines: readonly string[], { line, cellIndex, from, to }: CellChange): Fix | null {
  const row = lines[line - 1] ?? '';
  const edges = cellEdges(row);
  const start = edges[cellIndex];
  const end = edges[cellIndex + 1];
  if (start === undefined || end === undefined) return null;
  const cell = row.slice(start + 1, end);
  if (from === '' || cell.trim() !== from) return null;
  const fixed = row.slice(0, start + 1) + cell.replace(from, () => to) + row.slice(end);
  return { fromLine: line, toLine: line, lines: [fixed] };
}

const tags = /^<[a-z].*>$/is;
/** Breaks, and what is struck out or hidden, are meant to say nothing. */
const unsaid = /`|<!--|<(?:br|hr|wbr|del|s|strike)[\s/>]|\s(?:hidden|style)(?![\w-])/i;

/** A fix for a cell of nothing but tags, such as `<id>` or `<Modal />`: as code everybody sees them. */
export function fixTagCell(lines: readonly string[], cell: Omit<CellChange, 'to'>): Fix | null {
  return tags.test(cell.from) && !unsaid.test(cell.from) ? fixCell(lines, { ...cell, to: `\`${cell.from}\`` }) : null;
}

/** Where the cells of a row begin and end: its unescaped pipes, and the ends of the line where a pipe is left out. */
function cellEdges(row: string): number[] {
  const pipes = Array.from(row.matchAll(/(?<!\\)\|/g), (match) => match.index);
  if (!row.trimStart().startsWith('|')) pipes.unshift(-1);
  if (pipes.at(-1) !== row.trimEnd().length - 1) pipes.push(row.length);
  return pipes;
}
