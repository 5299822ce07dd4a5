import type { Finding, Severity } from './finding.ts';

/** Findings as they are shown: of those without a fix the first hundred of each check, and how many more there are. */
export interface LimitedFindings {
  readonly findings: readonly Finding[];
  /** How many there are in truth. */
  readonly totals: Readonly<Record<Severity, number>>;
}

/** One check may find the same fault on every line of a long document; nobody reads more of them than this. */
const mostPerCheck = 100;

/** What can be fixed is never left out, or the fix would take several runs. */
export function limitFindings(findings: readonly Finding[]): LimitedFindings {
  const totals = { error: 0, warning: 0, note: 0 };
  const unfixable = new Map<string, number>();
  for (const { check, severity, fix } of findings) {
    totals[severity] += 1;
    if (fix === null) unfixable.set(check, (unfixable.get(check) ?? 0) + 1);
  }
  const shown = new Map<string, number>();
  const limited = findings.flatMap((finding) => {
    if (finding.fix !== null) return [finding];
    const place = (shown.get(finding.check) ?? 0) + 1;
    shown.set(finding.check, place);
    if (place <= mostPerCheck) return [finding];
    const rest = (unfixable.get(finding.check) ?? 0) - mostPerCheck;
    return place === mostPerCheck + 1 ? [{ ...finding, message: `and ${rest} more of these from here on` }] : [];
  });
  return { findings: limited, totals };
}
