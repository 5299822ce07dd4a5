import { makeCheck } from './check.ts';
import { findRepeats } from './repeats.ts';
import { isBlank } from './table-cell.ts';

export const scenarioIdDuplicate = makeCheck({
  id: 'SCENARIO_ID_DUPLICATE',
  severity: 'error',
  description: 'No two scenarios share an id.',
  *find({ document }) {
    const named = document.scenarios.filter(({ id }) => !isBlank(id));
    for (const { item, firstLine } of findRepeats(named, ({ id }) => id)) {
      yield { line: item.line, message: `The scenario id "${item.id}" is already used at line ${firstLine}` };
    }
  },
});
