import { makeCheck } from './check.ts';

export const scenarioRequirementUnknown = makeCheck({
  id: 'SCENARIO_REQUIREMENT_UNKNOWN',
  severity: 'error',
  description: 'Scenarios name only requirements of section 3. Silent without requirements: that is its own finding.',
  *find({ document }) {
    const known = new Set(document.requirements.map(({ number }) => number));
    if (known.size === 0) return;
    for (const { id, requirements, line } of document.scenarios) {
      const unknown = requirements.filter((number) => !known.has(number)).map((number) => `REQ-${number}`);
      if (unknown.length > 0)
        yield { line, message: `Scenario ${id} names ${unknown.join(', ')}, which section 3 lacks` };
    }
  },
});
