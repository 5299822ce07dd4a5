import { readableText } from '../hidden-text.ts';
import type { Block } from '../markdown.ts';
import type { Decision, FileChange, Risk, Scenario, TableShape } from './document.ts';
import { columnIndex } from './table-columns.ts';
import { decisionColumns, fileColumns, riskColumns, scenarioColumns } from './template.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** A table's rows as data; no rows and no shape where the section has no table. */
export interface TableReading<Row> {
  readonly shape: TableShape | null;
  readonly rows: readonly Row[];
}

interface Row<Name extends string> {
  readonly line: number;
  readonly cells: readonly string[];
  cell(name: Name): string;
  has(name: Name): boolean;
}

/** `REQ-1` and `REQ-01`, but neither `REQ-1b`, `REQ-1.2` nor a part of a longer name. */
const requirementName = /(?<![\w#-])REQ-0*(\d{1,9})(?![\w-]|\.\d)/g;

/** The numbers of all `REQ-n` in a text, each once, in order of appearance. */
function findRequirementNumbers(text: string): number[] {
  const numbers = Array.from(readableText(text).matchAll(requirementName), (match) => Number(match[1]));
  return [...new Set(numbers)];
}

export function dropRequirementNames(text: string): string {
  return text.replace(requirementName, ' ');
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
  return readTable(blocks, scenarioColumns, ({ line, cells, cell, has }) => ({
    id: cell('ID'),
    title: cell('Scenario'),
    type: cell('Type'),
    input: cell('Input'),
    expected: cell('Expected Output'),
    passCriteria: cell('Pass Criteria'),
    requirements: findRequirementNumbers(has('Requirements') ? cell('Requirements') : cells.join('\n')),
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

/** The rows of all tables of that kind, as if they were one; the shape is that of the first. */
function readTable<Name extends string, Item>(
  blocks: readonly Block[],
  names: readonly [Name, ...Name[]],
  readRow: (row: Row<Name>) => Item,
): TableReading<Item> {
  const tables = findTables(blocks, names);
  const [first] = tables;
  if (first === undefined) return { shape: null, rows: [] };
  const rows = tables.flatMap((table) => {
    const places = new Map(names.map((name) => [name, columnIndex(table, name)]));
    return table.rows.map(({ cells, line }) =>
      readRow({
        line,
        cells,
        cell: (name) => cells[places.get(name) ?? -1] ?? '',
        has: (name) => (places.get(name) ?? -1) >= 0,
      }),
    );
  });
  return { shape: { line: first.line, columns: first.columns }, rows };
}

/**
 * The tables that have the first of the named columns and at least half of them, so that no legend is taken; if there
 * is none, the first table with that column, or else the first of all.
 */
export function findTables(blocks: readonly Block[], names: readonly [string, ...string[]]): Table[] {
  const tables = blocks.filter((block) => block.kind === 'table');
  const named = tables.filter((table) => columnIndex(table, names[0]) >= 0);
  const full = named.filter(
    (table) => names.filter((name) => columnIndex(table, name) >= 0).length * 2 >= names.length,
  );
  return full.length > 0 ? full : [...named, ...tables].slice(0, 1);
}

/** Removes the backticks around a path, as many as stand on both sides. */
function stripCodeSpan(cell: string): string {
  const before = /^`*/.exec(cell)?.[0].length ?? 0;
  if (before === cell.length) return before % 2 === 0 ? '' : cell;
  const isSpan = cell.endsWith('`'.repeat(before)) && cell.at(-before - 1) !== '`';
  return isSpan ? cell.slice(before, cell.length - before).trim() : cell;
}
