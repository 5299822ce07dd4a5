import type { Scenario } from '../lld/document.ts';
import { makeCheck } from './check.ts';

export const scenarioRequirementMissing = makeCheck({
  id: 'SCENARIO_REQUIREMENT_MISSING',
  severity: 'warning',
  description: 'Each scenario says which requirement it proves; if none does, that is one finding.',
  *find({ document }) {
    const { tables, scenarios } = document;
    if (tables.scenarios !== null && scenarios.length > 0 && scenarios.every(namesNone)) {
      const message = 'No scenario names a requirement: add a column Requirements with names such as REQ-1';
      return yield { line: tables.scenarios.line, message };
    }
    for (const { id, requirements, line } of scenarios) {
      if (requirements.length === 0) yield { line, message: `Scenario ${id} names no requirement` };
    }
  },
});

function namesNone({ requirements }: Scenario): boolean {
  return requirements.length === 0;
}
