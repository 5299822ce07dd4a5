import { makeCheck } from './check.ts';

export const filesUnchecked = makeCheck({
  id: 'FILES_UNCHECKED',
  severity: 'note',
  description: 'Says why no path was compared with the repository.',
  *find({ document, repository }) {
    if (repository.kind !== 'none' || repository.isBaseUnusable || document.tables.files === null) return;
    yield { line: document.tables.files.line, message: `The paths were not checked: ${repository.reason}` };
  },
});
