import { makeCheck } from './check.ts';
import { pathDefect } from './file-path.ts';

export const filePathUnsafe = makeCheck({
  id: 'FILE_PATH_UNSAFE',
  severity: 'error',
  description: 'Each path is relative to the repository and stays inside it.',
  *find({ document }) {
    for (const { path, line } of document.files) {
      const defect = pathDefect(path);
      if (defect !== null) yield { line, message: `The path "${path}" ${defect}` };
    }
  },
});
