import { makeCheck } from './check.ts';
import { missingTable } from './missing-table.ts';

export const filesTableMissing = makeCheck({
  id: 'FILES_TABLE_MISSING',
  severity: 'error',
  description: 'Section 2.1 has a table of files with a row for each.',
  find: ({ document }) =>
    missingTable(document, '2.1', document.tables.files, document.files, ['File', 'Change Type', 'Description']),
});
