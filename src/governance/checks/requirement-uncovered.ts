import { measureCoverage } from '../coverage.ts';
import { makeCheck } from './check.ts';

export const requirementUncovered = makeCheck({
  id: 'REQUIREMENT_UNCOVERED',
  severity: 'error',
  description: 'Each requirement is named by a scenario. Silent without scenarios: that is its own finding.',
  *find({ document }) {
    if (document.scenarios.length === 0) return;
    const { matrix } = measureCoverage(document);
    for (const [index, { number, line }] of document.requirements.entries()) {
      if (matrix[index]?.scenarios.length === 0)
        yield { line, message: `No scenario of section 10.1 names REQ-${number}` };
    }
  },
});
