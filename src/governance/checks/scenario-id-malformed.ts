import { cutText } from '../../model/text.ts';
import { columnIndex } from '../lld/table-columns.ts';
import { makeCheck } from './check.ts';
import { fixCell } from './table-cell.ts';

export const scenarioIdMalformed = makeCheck({
  id: 'SCENARIO_ID_MALFORMED',
  severity: 'error',
  description: 'Scenario ids have three digits.',
  *find({ document, lines }) {
    const { scenarios: shape } = document.tables;
    const place = shape === null ? -1 : columnIndex(shape, 'ID');
    if (place < 0) return;
    const uses = countPaddedIds(document.scenarios);
    for (const { id, line } of document.scenarios) {
      if (/^\d{3}$/.test(id)) continue;
      const padded = padId(id);
      const isFixable = /^\d{3}$/.test(padded) && uses.get(padded) === 1;
      const fix = isFixable ? fixCell(lines, { line, cellIndex: place, from: id, to: padded }) : null;
      yield { line, message: `The scenario id "${cutText(id, 20)}" is not three digits`, fix };
    }
  },
});

function padId(id: string): string {
  return /^\d+$/.test(id) ? id.padStart(3, '0') : id;
}

function countPaddedIds(scenarios: readonly { readonly id: string }[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { id } of scenarios) uses.set(padId(id), (uses.get(padId(id)) ?? 0) + 1);
  return uses;
}
