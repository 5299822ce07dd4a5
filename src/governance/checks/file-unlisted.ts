import { makeCheck } from './check.ts';
import { fencedLines, linesOfDesign } from './section-lines.ts';

const filePath = /^(?:[\w.@-]+\/)+[\w.@-]+\.[A-Za-z0-9]{1,10}$/;
const longestPath = 300;

export const fileUnlisted = makeCheck({
  id: 'FILE_UNLISTED',
  severity: 'warning',
  description: 'A file named in a code span is in the files table, unless the repository already has it.',
  *find(input) {
    const { document, repository } = input;
    const isInTree = (path: string): boolean => repository.kind === 'tree' && repository.hasPath(path);
    const seen = new Set(document.files.map(({ path }) => path));
    const fenced = fencedLines(document.sections);
    for (const { line, text } of linesOfDesign(input)) {
      if (fenced.has(line)) continue;
      for (const [, path = ''] of text.matchAll(/`([^`]+)`/g)) {
        if (path.length > longestPath || !filePath.test(path) || seen.has(path)) continue;
        seen.add(path);
        if (!isInTree(path)) yield { line, message: `The file "${path}" is not in the table of section 2.1` };
      }
    }
  },
});
