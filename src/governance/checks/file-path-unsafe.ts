import type { LldDocument } from '../lld/document.ts';
import { issueIdOfPath } from '../lld/issue-id.ts';
import { columnIndex } from '../lld/table-columns.ts';
import { makeCheck } from './check.ts';
import { fileDefect, ownPathDefect } from './file-path.ts';

export const filePathUnsafe = makeCheck({
  id: 'FILE_PATH_UNSAFE',
  severity: 'error',
  description:
    'Each path is that of one file, relative to the repository and inside it, and neither ours nor git’s. A missing column is its own finding.',
  *find({ document, repository }) {
    const { files: shape } = document.tables;
    if (shape === null || columnIndex(shape, 'File') < 0) return;
    for (const { path, line } of document.files) {
      const defect = fileDefect(path, repository) ?? (isOwnDocument(path, document) ? null : ownPathDefect(path));
      if (defect !== null) yield { line, message: `The path "${path}" ${defect}` };
    }
  },
});

/** A design may list itself: that of an issue which names no file does. */
function isOwnDocument(path: string, { header, title }: LldDocument): boolean {
  const id = issueIdOfPath(path);
  const isItsPlace = header === null || header.path?.value === path;
  return id !== null && id === title?.number && isItsPlace;
}
