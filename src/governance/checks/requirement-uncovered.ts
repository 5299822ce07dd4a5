import { measureCoverage } from '../coverage.ts';
import { makeCheck } from './check.ts';

export const requirementUncovered = makeCheck({
  id: 'REQUIREMENT_UNCOVERED',
  severity: 'error',
  description: 'Each requirement is named by a scenario. Silent without scenarios: that is its own finding.',
  *find({ document }) {
    if (document.scenarios.length === 0) return;
    const uncovered = measureCoverage(document).matrix.filter(({ scenarios }) => scenarios.length === 0);
    const numbers = new Set(uncovered.map(({ requirement }) => requirement));
    for (const { number, line } of document.requirements) {
      if (numbers.has(number)) yield { line, message: `No scenario of section 10.1 names REQ-${number}` };
    }
  },
});
