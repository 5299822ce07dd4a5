import { cutText, showSafely } from '../../../model/text.ts';
import type { GateName, GateResult } from '../evidence.ts';

/** What a gate found, by what it means. */
export interface Findings {
  readonly failed?: readonly string[];
  readonly warned?: readonly string[];
}

const mostFindings = 100;
const longestFinding = 500;

/** One failing finding fails a gate, one warning warns. Texts of others in findings are made fit for one line. */
export function makeResult(gate: GateName, summary: string, { failed = [], warned = [] }: Findings): GateResult {
  const state = failed.length > 0 ? 'failed' : warned.length > 0 ? 'warned' : 'passed';
  return { gate, state, summary: showSafely(summary), findings: limit([...failed, ...warned]) };
}

/** A change with ten thousand faults is told by the first ones, and how many there are. */
function limit(findings: readonly string[]): string[] {
  const shown = findings.slice(0, mostFindings).map((finding) => cutText(showSafely(finding), longestFinding));
  const more = findings.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}
