import { makeCheck } from './check.ts';
import { isBlank } from './table-cell.ts';

export const requirementEmpty = makeCheck({
  id: 'REQUIREMENT_EMPTY',
  severity: 'error',
  description: 'Each requirement says something; a comment or struck text is nothing.',
  *find({ document }) {
    for (const { number, text, line } of document.requirements) {
      if (isBlank(text)) yield { line, message: `Requirement ${number} says nothing` };
    }
  },
});
