import { makeCheck } from './check.ts';

export const requirementUnordered = makeCheck({
  id: 'REQUIREMENT_UNORDERED',
  severity: 'error',
  description: 'Requirements are numbered 1, 2, 3 and so on, and labelled alike; a gap is one finding.',
  *find({ document }) {
    let due = 1;
    for (const { number, text, line } of document.requirements) {
      const label = /^REQ-(\d{1,9})\b/.exec(text)?.[1];
      if (label !== undefined) yield { line, message: `Requirement ${number} is labelled REQ-${label}` };
      if (number !== due) yield { line, message: `Requirement ${number} stands where ${due} is due` };
      due = number + 1;
    }
  },
});
