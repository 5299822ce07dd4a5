import { makeCheck } from './check.ts';
import { missingTable } from './missing-table.ts';

/** Requirements may be named in any column, so their own column is not needed. */
const neededColumns = ['ID', 'Scenario', 'Type', 'Input', 'Expected Output', 'Pass Criteria'];

export const scenariosTableMissing = makeCheck({
  id: 'SCENARIOS_TABLE_MISSING',
  severity: 'error',
  description: 'Section 10.1 has a table of scenarios with all columns and a row for each.',
  find: ({ document }) => missingTable(document, '10.1', document.tables.scenarios, document.scenarios, neededColumns),
});
