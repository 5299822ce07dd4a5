import { makeCheck } from './check.ts';

export const scenarioIdUnordered = makeCheck({
  id: 'SCENARIO_ID_UNORDERED',
  severity: 'error',
  description: 'Scenario ids ascend. Ids that are no numbers or are used twice are findings of their own.',
  *find({ document }) {
    let highest = -1;
    for (const { id, line } of document.scenarios) {
      if (!/^\d{1,9}$/.test(id)) continue;
      if (Number(id) < highest) yield { line, message: `The scenario id "${id}" comes after a higher one` };
      highest = Math.max(highest, Number(id));
    }
  },
});
