import { mostLines } from '../markdown.ts';
import { makeCheck } from './check.ts';
import { linesOfDesign } from './section-lines.ts';

const mostChars = 1024 * 1024;

export const documentOverlong = makeCheck({
  id: 'DOCUMENT_OVERLONG',
  severity: 'error',
  description: `A design has at most ${mostChars} characters, and with all that is added to it at most ${mostLines} lines: more is not read.`,
  *find(input) {
    const chars = linesOfDesign(input).reduce((sum, { text }) => sum + text.length + 1, 0);
    if (chars > mostChars) yield { line: 1, message: `The design has ${chars} characters; ${mostChars} are allowed` };
    const { length } = input.lines;
    if (length > mostLines) yield { line: 1, message: `The document has ${length} lines; ${mostLines} are read` };
  },
});
