import { makeCheck } from './check.ts';

export const titleMissing = makeCheck({
  id: 'TITLE_MISSING',
  severity: 'error',
  description: 'The first heading is `# <issue> - <title>`.',
  *find({ document: { title } }) {
    const message = 'The document has no title of the form `# 137 - What it does`';
    if (title === null || title.number === null || title.text === '') yield { line: title?.line ?? 1, message };
  },
});
