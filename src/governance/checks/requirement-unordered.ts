import { makeCheck } from './check.ts';

export const requirementUnordered = makeCheck({
  id: 'REQUIREMENT_UNORDERED',
  severity: 'error',
  description: 'Requirements are numbered 1, 2, 3 and so on; a gap is one finding.',
  *find({ document }) {
    let due = 1;
    for (const { number, line } of document.requirements) {
      if (number !== due) yield { line, message: `Requirement ${number} stands where ${due} is due` };
      due = number + 1;
    }
  },
});
