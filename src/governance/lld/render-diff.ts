import { structuredPatch } from 'diff';

const contextLines = 2;

/** Two texts that have less in common than this are not worth comparing line by line. */
const mostChangedLines = 2000;

/** What changed between two texts, as lines with - and +; null if it is too much to be told so. */
export function renderDiff(before: string, after: string): string | null {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: contextLines,
    maxEditLength: mostChangedLines,
  });
  if (patch === undefined) return null;
  return patch.hunks
    .map(({ oldStart, newStart, lines }) => [`@@ line ${oldStart}, now line ${newStart} @@`, ...lines].join('\n'))
    .join('\n');
}
