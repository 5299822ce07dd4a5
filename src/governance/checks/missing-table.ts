import { findSection, type LldDocument, type TableShape } from '../lld/document.ts';
import type { Objection } from './check.ts';
import { missingColumns } from './table-cell.ts';

/** What a section's table lacks: itself, a column, or any row. */
export function missingTable(
  document: LldDocument,
  number: string,
  shape: TableShape | null,
  rows: readonly unknown[],
  needed: readonly string[],
): Objection[] {
  if (shape === null) {
    const line = findSection(document.sections, number)?.line ?? document.sectionsEndLine;
    return [{ line, message: `Section ${number} has no table with the columns ${needed.join(', ')}` }];
  }
  const lacking = missingColumns(shape, needed);
  if (lacking.length > 0) return [{ line: shape.line, message: `The table lacks the column ${lacking.join(', ')}` }];
  return rows.length > 0 ? [] : [{ line: shape.line, message: 'The table has no row' }];
}
