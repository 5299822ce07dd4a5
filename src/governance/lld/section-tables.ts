import { readableText } from '../hidden-text.ts';
import type { Block } from '../markdown.ts';
import type { Decision, FileChange, Risk, Scenario, TableShape } from './document.ts';
import { decisionColumns, fileColumns, riskColumns, scenarioColumns } from './template.ts';

/** A table's rows as data; no rows and no shape where the section has no table. */
export interface TableReading<Row> {
  readonly shape: TableShape | null;
  readonly rows: readonly Row[];
}

interface Row<Name extends string> {
  readonly line: number;
  readonly cells: readonly string[];
  cell(name: Name): string;
}

/** The place of a column by its name in any letter case; -1 if the table lacks it. */
export function columnIndex(shape: TableShape, name: string): number {
  return shape.columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}

/** The numbers of all `REQ-n` in a text, each once, in order of appearance. */
function findRequirementNumbers(text: string): number[] {
  const numbers = Array.from(readableText(text).matchAll(/\bREQ-(\d{1,9})\b/g), (match) => Number(match[1]));
  return [...new Set(numbers)];
}

export function readFiles(blocks: readonly Block[]): TableReading<FileChange> {
  return readTable(blocks, fileColumns, ({ line, cell }) => ({
    path: stripCodeSpan(cell('File')),
    change: cell('Change Type'),
    description: cell('Description'),
    line,
  }));
}

export function readDecisions(blocks: readonly Block[]): TableReading<Decision> {
  return readTable(blocks, decisionColumns, ({ line, cell }) => ({
    decision: cell('Decision'),
    options: cell('Options Considered'),
    choice: cell('Choice'),
    rationale: cell('Rationale'),
    line,
  }));
}

export function readScenarios(blocks: readonly Block[]): TableReading<Scenario> {
  return readTable(blocks, scenarioColumns, ({ line, cells, cell }) => ({
    id: cell('ID'),
    title: cell('Scenario'),
    type: cell('Type'),
    input: cell('Input'),
    expected: cell('Expected Output'),
    passCriteria: cell('Pass Criteria'),
    requirements: findRequirementNumbers(cells.join('\n')),
    listedRequirements: findRequirementNumbers(cell('Requirements')),
    line,
  }));
}

export function readRisks(blocks: readonly Block[]): TableReading<Risk> {
  return readTable(blocks, riskColumns, ({ line, cell }) => ({
    risk: cell('Risk'),
    impact: cell('Impact'),
    likelihood: cell('Likelihood'),
    mitigation: cell('Mitigation'),
    line,
  }));
}

/** Reads the first table that has the first of the named columns, or else the first table. */
function readTable<Name extends string, Item>(
  blocks: readonly Block[],
  names: readonly [Name, ...Name[]],
  readRow: (row: Row<Name>) => Item,
): TableReading<Item> {
  const tables = blocks.filter((block) => block.kind === 'table');
  const table = tables.find((candidate) => columnIndex(candidate, names[0]) >= 0) ?? tables[0];
  if (table === undefined) return { shape: null, rows: [] };
  const places = new Map(names.map((name) => [name, columnIndex(table, name)]));
  const rows = table.rows.map(({ cells, line }) =>
    readRow({ line, cells, cell: (name) => cells[places.get(name) ?? -1] ?? '' }),
  );
  return { shape: { line: table.line, columns: table.columns }, rows };
}

/** Removes exactly the one pair of backticks that the renderer puts around a path. */
function stripCodeSpan(cell: string): string {
  const isSpan = cell.length > 1 && cell.startsWith('`') && cell.endsWith('`');
  return isSpan ? cell.slice(1, -1) : cell;
}
