import type { Scenario } from '../lld/document.ts';
import { columnIndex } from '../lld/table-columns.ts';
import { makeCheck } from './check.ts';
import { fixTagCell, isBlank, missingColumns } from './table-cell.ts';

const neededFields: readonly (readonly [column: string, read: (scenario: Scenario) => string])[] = [
  ['Input', (scenario) => scenario.input],
  ['Expected Output', (scenario) => scenario.expected],
  ['Pass Criteria', (scenario) => scenario.passCriteria],
];

export const scenarioIncomplete = makeCheck({
  id: 'SCENARIO_INCOMPLETE',
  severity: 'error',
  description:
    'Each scenario has an input, an expected output and a pass criterion. A missing column is its own finding.',
  *find({ document, lines }) {
    const { scenarios: shape } = document.tables;
    if (shape === null) return;
    const fields = neededFields.filter(([column]) => missingColumns(shape, [column]).length === 0);
    for (const scenario of document.scenarios) {
      const empty = fields.filter(([, read]) => isBlank(read(scenario)));
      if (empty.length === 0) continue;
      const message = `Scenario ${scenario.id} has an empty ${empty.map(([column]) => column).join(', ')}`;
      const fixes = empty.map(([column, read]) =>
        fixTagCell(lines, { line: scenario.line, cellIndex: columnIndex(shape, column), from: read(scenario) }),
      );
      yield { line: scenario.line, message, fix: fixes.find((fix) => fix !== null) ?? null };
    }
  },
});
