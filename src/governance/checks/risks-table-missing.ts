import { makeCheck } from './check.ts';
import { missingTable } from './missing-table.ts';

export const risksTableMissing = makeCheck({
  id: 'RISKS_TABLE_MISSING',
  severity: 'error',
  description: 'Section 11 has a table of risks with a row for each.',
  find: ({ document }) => missingTable(document, '11', document.tables.risks, document.risks, ['Risk', 'Mitigation']),
});
