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
    return [{ line, message: `Section ${number} has no table with the ${spellColumns(needed)}` }];
  }
  const lacking = missingColumns(shape, needed);
  if (lacking.length > 0) return [{ line: shape.line, message: `The table lacks the ${spellColumns(lacking)}` }];
  return rows.length > 0 ? [] : [{ line: shape.line, message: 'The table has no row' }];
}

function spellColumns(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? `column ${last}` : `columns ${names.slice(0, -1).join(', ')} and ${last}`;
}
