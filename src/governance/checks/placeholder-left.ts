import { makeCheck } from './check.ts';
import { fencedLines, linesOfDesign } from './section-lines.ts';

const prosePattern = /(?<![A-Za-z0-9])(?:TODO|TBD|FIXME|\d?X{3,4})(?![A-Za-z0-9])/;
/** In code a run of X may be a format, such as that of a temporary name. */
const codePattern = /(?<![A-Za-z0-9])(?:TODO|TBD|FIXME)(?![A-Za-z0-9])/;

export const placeholderLeft = makeCheck({
  id: 'PLACEHOLDER_LEFT',
  severity: 'error',
  description: 'No TODO, TBD, FIXME or XXX is left in header or sections; in a code span it is only spoken of.',
  *find(input) {
    const fenced = fencedLines(input.document.sections);
    for (const { line, text } of linesOfDesign(input)) {
      // The title is the issue's, and may speak of what it likes.
      if (line === input.document.title?.line) continue;
      const found = fenced.has(line) ? codePattern.exec(text) : prosePattern.exec(text.replace(/`+[^`]*`+/g, ' '));
      if (found === null) continue;
      const advice = 'fill it in, or write it in backticks if you only speak of it';
      yield { line, message: `The placeholder ${found[0]} is left: ${advice}` };
    }
  },
});
