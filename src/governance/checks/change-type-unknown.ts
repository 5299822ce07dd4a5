import { columnIndex } from '../lld/table-columns.ts';
import { changeTypeOf } from '../lld/template.ts';
import { makeCheck } from './check.ts';
import { fixCell } from './table-cell.ts';

export const changeTypeUnknown = makeCheck({
  id: 'CHANGE_TYPE_UNKNOWN',
  severity: 'error',
  description: 'Each file has the change type Add, Modify or Delete.',
  *find({ document, lines }) {
    const { files: shape } = document.tables;
    const place = shape === null ? -1 : columnIndex(shape, 'Change Type');
    if (place < 0) return;
    for (const { change, line } of document.files) {
      const type = changeTypeOf(change);
      if (type === change) continue;
      const fix = type === null ? null : fixCell(lines, { line, cellIndex: place, from: change, to: type });
      yield { line, message: `"${change}" is not one of Add, Modify, Delete`, fix };
    }
  },
});
