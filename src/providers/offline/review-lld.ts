import { measureCoverage } from '../../governance/coverage.ts';
import type { Finding } from '../../governance/finding.ts';
import { limitFindings } from '../../governance/limit-findings.ts';
import type { LldDocument } from '../../governance/lld/document.ts';
import type { AskedVerdict, VerdictFinding } from '../../governance/verdict/verdict.ts';
import type { Brief } from '../provider.ts';
import { inspectLld } from './inspect-lld.ts';

/** Faults that could do harm block; every other error comes first, too. */
const safetyChecks: ReadonlySet<string> = new Set(['FILE_PATH_UNSAFE', 'BASE_UNUSABLE']);
const architectureChecks: ReadonlySet<string> = new Set([
  'FILE_BASE_MISMATCH',
  'FILE_DUPLICATE',
  'FILES_TABLE_MISSING',
]);

/** The mechanical checks as a verdict: an error asks for a revision, a warning is a suggestion. */
export function reviewOffline(text: string, brief: Brief): AskedVerdict {
  const { document, findings } = inspectLld(text, brief);
  const limited = limitFindings(findings);
  const errors = limited.totals.error;
  return {
    verdict: errors === 0 ? 'APPROVED' : 'REVISE',
    summary: `No model took part: this is the result of mechanical checks alone. Errors: ${errors}. Warnings: ${limited.totals.warning}.`,
    findings: limited.findings.flatMap(toVerdictFinding),
    resolvedQuestions: listResolved(document),
    coverage: measureCoverage(document).matrix.map(({ requirement, text: words, scenarios }) => ({
      requirement,
      text: words,
      scenarios: [...scenarios],
    })),
    questions: [],
  };
}

function toVerdictFinding({ check, severity, line, message }: Finding): VerdictFinding[] {
  const remark = { title: check, detail: message, section: `line ${line}`, quote: null, recommendation: null };
  if (severity === 'note') return [];
  if (severity === 'warning') return [{ tier: 3, category: null, ...remark }];
  if (safetyChecks.has(check)) return [{ tier: 1, category: 'Safety', ...remark }];
  return [{ tier: 2, category: architectureChecks.has(check) ? 'Architecture' : 'Quality', ...remark }];
}

function listResolved({ openQuestions }: LldDocument): AskedVerdict['resolvedQuestions'] {
  return openQuestions.flatMap(({ text, isResolved, answer }) =>
    isResolved && answer !== null ? [{ question: text, resolution: answer }] : [],
  );
}
