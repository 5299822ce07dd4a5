import { makeCheck } from './check.ts';

export const baseUnusable = makeCheck({
  id: 'BASE_UNUSABLE',
  severity: 'error',
  description: 'A recorded base is a commit of the repository, so that paths can be checked against it.',
  *find({ document, repository }) {
    if (repository.kind !== 'none' || !repository.isBaseUnusable) return;
    yield { line: document.header?.base?.line ?? 1, message: `The paths cannot be checked: ${repository.reason}` };
  },
});
