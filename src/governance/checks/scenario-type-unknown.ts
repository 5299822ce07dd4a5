import { columnIndex } from '../lld/table-columns.ts';
import { scenarioTypes } from '../lld/template.ts';
import { makeCheck } from './check.ts';

export const scenarioTypeUnknown = makeCheck({
  id: 'SCENARIO_TYPE_UNKNOWN',
  severity: 'warning',
  description: 'Each scenario is Auto, Auto-Live or Manual.',
  *find({ document }) {
    const { scenarios: shape } = document.tables;
    if (shape === null || columnIndex(shape, 'Type') < 0) return;
    for (const { id, type, line } of document.scenarios) {
      if (scenarioTypes.includes(type)) continue;
      yield { line, message: `The type "${type}" of scenario ${id} is not one of ${scenarioTypes.join(', ')}` };
    }
  },
});
