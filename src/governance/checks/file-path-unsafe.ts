import { columnIndex } from '../lld/table-columns.ts';
import { makeCheck } from './check.ts';
import { pathDefect } from './file-path.ts';

export const filePathUnsafe = makeCheck({
  id: 'FILE_PATH_UNSAFE',
  severity: 'error',
  description:
    'Each path is that of one file, relative to the repository and inside it. A missing column is its own finding.',
  *find({ document }) {
    const { files: shape } = document.tables;
    if (shape === null || columnIndex(shape, 'File') < 0) return;
    for (const { path, line } of document.files) {
      const defect = pathDefect(path);
      if (defect !== null) yield { line, message: `The path "${path}" ${defect}` };
    }
  },
});
