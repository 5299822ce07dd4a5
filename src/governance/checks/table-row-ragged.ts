import { blocksOfSection } from '../lld/document.ts';
import { findTables } from '../lld/section-tables.ts';
import { fileColumns, riskColumns, scenarioColumns } from '../lld/template.ts';
import { makeCheck } from './check.ts';
import { countCells } from './table-cell.ts';

const checkedTables: readonly (readonly [section: string, columns: readonly [string, ...string[]]])[] = [
  ['2.1', fileColumns],
  ['10.1', scenarioColumns],
  ['11', riskColumns],
];

export const tableRowRagged = makeCheck({
  id: 'TABLE_ROW_RAGGED',
  severity: 'error',
  description: 'No row of files, scenarios or risks has more cells than the head: Markdown drops the surplus.',
  *find({ document, lines }) {
    for (const [section, names] of checkedTables) {
      for (const { columns, rows } of findTables(blocksOfSection(document.sections, section), names)) {
        const counted = rows.map(({ line }) => ({ line, cells: countCells(lines[line - 1] ?? '') }));
        for (const { line, cells } of counted.filter((row) => row.cells > columns.length))
          yield { line, message: `The row has ${cells} cells, the head ${columns.length}: escape a pipe as \\|` };
      }
    }
  },
});
