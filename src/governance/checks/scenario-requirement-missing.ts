import { makeCheck } from './check.ts';

export const scenarioRequirementMissing = makeCheck({
  id: 'SCENARIO_REQUIREMENT_MISSING',
  severity: 'warning',
  description: 'Each scenario says which requirement it proves.',
  *find({ document }) {
    for (const { id, requirements, line } of document.scenarios) {
      if (requirements.length === 0) yield { line, message: `Scenario ${id} names no requirement` };
    }
  },
});
