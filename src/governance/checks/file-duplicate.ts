import { makeCheck } from './check.ts';
import { findRepeats } from './repeats.ts';

export const fileDuplicate = makeCheck({
  id: 'FILE_DUPLICATE',
  severity: 'error',
  description: 'No file is listed twice.',
  *find({ document }) {
    for (const { item, firstLine } of findRepeats(document.files, ({ path }) => path)) {
      yield { line: item.line, message: `The file "${item.path}" is already listed at line ${firstLine}` };
    }
  },
});
