import { makeCheck } from './check.ts';

export const requirementLabelMismatch = makeCheck({
  id: 'REQUIREMENT_LABEL_MISMATCH',
  severity: 'error',
  description: 'A label such as REQ-4 before a requirement has the number of the requirement.',
  *find({ document }) {
    for (const { number, label, line } of document.requirements) {
      if (label === null || label === number) continue;
      yield { line, message: `Requirement ${number} carries the label REQ-${label}` };
    }
  },
});
