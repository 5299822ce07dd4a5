import { makeCheck } from './check.ts';
import { fencedLines, linesOfDesign } from './section-lines.ts';

const placeholderPattern = /\b(?:TODO|TBD|FIXME|\d?X{3,})\b/;

export const placeholderLeft = makeCheck({
  id: 'PLACEHOLDER_LEFT',
  severity: 'error',
  description: 'No TODO, TBD, FIXME or XXX is left in header, title or sections; in a code span it is only spoken of.',
  *find(input) {
    const fenced = fencedLines(input.document.sections);
    for (const { line, text } of linesOfDesign(input)) {
      const prose = fenced.has(line) ? text : text.replace(/`+[^`]*`+/g, ' ');
      const placeholder = placeholderPattern.exec(prose)?.[0];
      if (placeholder !== undefined) yield { line, message: `The placeholder ${placeholder} is left` };
    }
  },
});
