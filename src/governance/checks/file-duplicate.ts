import { columnIndex } from '../lld/table-columns.ts';
import { makeCheck } from './check.ts';
import { findRepeats } from './repeats.ts';

export const fileDuplicate = makeCheck({
  id: 'FILE_DUPLICATE',
  severity: 'error',
  description: 'No file is listed twice, also not in another letter case. A missing column is its own finding.',
  *find({ document }) {
    const { files: shape } = document.tables;
    if (shape === null || columnIndex(shape, 'File') < 0) return;
    for (const { item, firstLine } of findRepeats(document.files, ({ path }) => path.toLowerCase())) {
      yield { line: item.line, message: `The file "${item.path}" is already listed at line ${firstLine}` };
    }
  },
});
