import type { Coverage } from './coverage.ts';
import type { Finding } from './finding.ts';
import type { Verdict } from './verdict/verdict.ts';

/** Everything that is known about a draft when it is judged. */
export interface JudgedDraft {
  readonly verdict: Pick<Verdict, 'verdict' | 'findings' | 'coverage'>;
  /** What the mechanical checks found. */
  readonly findings: readonly Finding[];
  readonly coverage: Pick<Coverage, 'requirements' | 'covered'>;
  /** Questions of the document that nobody has answered. */
  readonly openQuestions: readonly string[];
}

export type Judgement = 'approved' | { readonly reasons: readonly string[] };

/** The one definition of approval. Contract: whatever is not approved has at least one reason. */
export function judgeDraft({ verdict, findings, coverage, openQuestions }: JudgedDraft): Judgement {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const reasons = [
    ...objectToVerdict(verdict),
    ...errors.map(({ check, line, message }) => `${check} at line ${line}: ${message}`),
    ...objectToCoverage(coverage),
    ...openQuestions.map((question) => `A question is open: ${question}`),
  ];
  return reasons.length === 0 ? 'approved' : { reasons };
}

/** A reviewer who approves and blocks at once has not approved. */
function objectToVerdict({ verdict, findings, coverage }: JudgedDraft['verdict']): string[] {
  if (verdict !== 'APPROVED') return [`The reviewer says ${verdict}`];
  return [
    ...findings.filter(({ tier }) => tier === 1).map(({ title }) => `APPROVED, but Tier 1 lists: ${title}`),
    ...coverage
      .filter(({ scenarios }) => scenarios.length === 0)
      .map(({ requirement }) => `APPROVED, but the reviewer finds no scenario for REQ-${requirement}`),
  ];
}

function objectToCoverage({ requirements, covered }: JudgedDraft['coverage']): string[] {
  if (requirements === 0) return ['The design has no requirement'];
  return covered === requirements ? [] : [`Only ${covered} of ${requirements} requirements are covered`];
}
