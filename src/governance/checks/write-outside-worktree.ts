import type { LldDocument } from '../lld/document.ts';
import { makeCheck } from './check.ts';
import { pathDefect } from './file-path.ts';
import { linesOfDesign } from './section-lines.ts';

const outsidePattern = /(?<![\w./\\-])(?:~[\\/]|\$\{?HOME\b|%USERPROFILE%|\/(?:home|root|tmp|etc)\b|[A-Za-z]:\\)/;

export const writeOutsideWorktree = makeCheck({
  id: 'WRITE_OUTSIDE_WORKTREE',
  severity: 'warning',
  description: 'No section speaks of a path outside the worktree: home, temporary or system folders.',
  *find(input) {
    const reported = pathLines(input.document);
    for (const { line, text } of linesOfDesign(input)) {
      const place = reported.has(line) ? undefined : outsidePattern.exec(text)?.[0];
      if (place !== undefined) yield { line, message: `"${place}" may be a path outside the worktree` };
    }
  },
});

/** Lines on which other checks judge the path: the header's, and those of the files table that are unsafe. */
function pathLines({ header, files }: LldDocument): Set<number | undefined> {
  const unsafe = files.filter(({ path }) => pathDefect(path) !== null);
  return new Set([header?.path?.line, ...unsafe.map(({ line }) => line)]);
}
