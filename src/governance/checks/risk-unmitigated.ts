import { makeCheck } from './check.ts';
import { isBlank, missingColumns } from './table-cell.ts';

export const riskUnmitigated = makeCheck({
  id: 'RISK_UNMITIGATED',
  severity: 'error',
  description: 'Each risk names a mitigation. A missing column is its own finding.',
  *find({ document }) {
    const { risks: shape } = document.tables;
    if (shape === null || missingColumns(shape, ['Mitigation']).length > 0) return;
    for (const { risk, mitigation, line } of document.risks) {
      const isMissing =
        isBlank(mitigation) || /^(?:n\/a|none|none needed|\?+)$/i.test(mitigation.replace(/[*_`~.]/g, '').trim());
      if (isMissing) yield { line, message: `The risk "${risk}" has no mitigation` };
    }
  },
});
