import type { Finding, Severity } from '../finding.ts';
import type { VerdictReading } from './verdict.ts';

export const verdictChecks: readonly { id: string; severity: Severity; description: string }[] = [
  {
    id: 'VERDICT_UNREADABLE',
    severity: 'error',
    description: 'A verdict file states exactly one of APPROVED, REVISE, DISCUSS or BLOCKED in a known form.',
  },
  {
    id: 'VERDICT_CONTRADICTED',
    severity: 'error',
    description: 'An APPROVED verdict lists no open Tier 1 finding and no requirement without a test.',
  },
];

export function checkVerdict(reading: VerdictReading): Finding[] {
  if (reading.verdict === 'UNREADABLE') {
    const advice = 'Tick exactly one box under "## Verdict", or write one line "Verdict: REVISE".';
    return [makeError('VERDICT_UNREADABLE', reading.line, `The verdict cannot be read: ${reading.reason}. ${advice}`)];
  }
  return reading.verdict === 'APPROVED' ? findContradictions(reading) : [];
}

function findContradictions({ line, findings, coverageRatio }: VerdictReading): Finding[] {
  const blocking = findings
    .filter(({ tier }) => tier === 1)
    .map((finding) =>
      makeError('VERDICT_CONTRADICTED', finding.line, `APPROVED, but Tier 1 lists "${finding.title}".`),
    );
  if (coverageRatio === null || coverageRatio >= 1) return blocking;
  const percent = Math.floor(coverageRatio * 100);
  return [
    ...blocking,
    makeError('VERDICT_CONTRADICTED', line, `APPROVED, but only ${percent} % of the requirements are covered.`),
  ];
}

function makeError(check: string, line: number, message: string): Finding {
  return { check, severity: 'error', line, message, fix: null };
}
