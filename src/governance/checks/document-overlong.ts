import { mostLines } from '../../model/line-limit.ts';
import { makeCheck } from './check.ts';
import { linesOfDesign } from './section-lines.ts';

const mostChars = 1024 * 1024;

export const documentOverlong = makeCheck({
  id: 'DOCUMENT_OVERLONG',
  severity: 'error',
  description: `A design has at most ${mostChars} characters and ${mostLines} lines: more is not read.`,
  *find(input) {
    const design = linesOfDesign(input);
    const chars = design.reduce((sum, { text }) => sum + text.length + 1, 0);
    if (chars > mostChars) yield { line: 1, message: `The design has ${chars} characters; ${mostChars} are allowed` };
    const { length } = design;
    if (length > mostLines) yield { line: 1, message: `The design has ${length} lines; ${mostLines} are read` };
  },
});
