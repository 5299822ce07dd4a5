import { dropRequirementNames } from '../lld/section-tables.ts';
import { makeCheck } from './check.ts';
import { isBlank } from './table-cell.ts';

/**
 * A value is something that a test can compare with: a digit or quoted text of any script, a code span, a comparison, a name
 * such as `ArgumentError`, or a word that stands for one value or compares (`no` counts, for it means zero of them).
 */
const valueMarks: readonly RegExp[] = [
  /\p{N}/u,
  /`[^`]+`/,
  /"[^"]+"|[“„][^“”„]+[“”]|[«»][^«»]+[«»]|[「『][^「」『』]+[」』]|'[^']+'(?![a-z])|[‘‚][^‘’‚]+[‘’](?![a-z])/,
  /[<>=≤≥≠]/,
  /\b(?:true|false|null|none|nil|undefined|zero|no|nothing|never|empty|one|two|three|exactly)\b/i,
  /\b(?:equals?|identical|unchanged|enabled|disabled|absent)\b/i,
  /\b[A-Z][a-z0-9]+[A-Z]/,
];

export const passCriterionVague = makeCheck({
  id: 'PASS_CRITERION_VAGUE',
  severity: 'error',
  description: 'Each pass criterion carries a value: a number, `code`, "text", a comparison, or a word such as none.',
  *find({ document }) {
    for (const { id, passCriteria, line } of document.scenarios) {
      const criterion = dropRequirementNames(passCriteria);
      if (isBlank(passCriteria) || valueMarks.some((mark) => mark.test(criterion))) continue;
      yield { line, message: `The pass criterion of scenario ${id} names no value: "${passCriteria}"` };
    }
  },
});
