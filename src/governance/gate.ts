import { cutText } from '../model/text.ts';
import type { Coverage } from './coverage.ts';
import type { Finding } from './finding.ts';
import { readableText } from './hidden-text.ts';
import { isProved, type Verdict } from './verdict/verdict.ts';

/** So the reason begins that a verdict is not APPROVED. */
export const reviewerSays = 'The reviewer says';

const mostNamed = 3;
const longestTitle = 100;

/** Everything that is known about a draft when it is judged. */
export interface JudgedDraft {
  readonly verdict: Pick<Verdict, 'verdict' | 'findings' | 'coverage' | 'questions' | 'resolvedQuestions'>;
  /** What the mechanical checks found, as far as it is listed. */
  readonly findings: readonly Finding[];
  /** How many errors there are in truth. */
  readonly errors: number;
  readonly coverage: Pick<Coverage, 'requirements' | 'covered'>;
  /** Questions of the document that nobody has answered. */
  readonly openQuestions: readonly string[];
}

export type Judgement = 'approved' | { readonly reasons: readonly string[] };

/** The one definition of approval. Contract: whatever is not approved has at least one reason. */
export function judgeDraft({ verdict, findings, errors, coverage, openQuestions }: JudgedDraft): Judgement {
  const reasons = [
    ...objectToVerdict(verdict),
    ...objectToErrors(findings, errors),
    ...objectToCoverage(coverage),
    ...openQuestions.map((question) => `A question is open: ${question}`),
  ];
  return reasons.length === 0 ? 'approved' : { reasons };
}

/**
 * A reviewer who approves and blocks, or still asks, has not approved. A question that is listed as resolved without an
 * answer is open: somebody thought of it, and nobody knows what holds. What an answer says is not judged here.
 */
function objectToVerdict({ verdict, ...said }: JudgedDraft['verdict']): string[] {
  if (verdict !== 'APPROVED') return [`${reviewerSays} ${verdict}${nameFindings(said.findings)}`];
  return [
    ...said.findings.filter(({ tier }) => tier === 1).map(({ title }) => `APPROVED, but Tier 1 lists: ${title}`),
    ...said.coverage
      .filter((row) => !isProved(row))
      .map(({ requirement }) => `APPROVED, but the reviewer finds no scenario for REQ-${requirement}`),
    ...said.questions.map((question) => `APPROVED, but the reviewer asks: ${question}`),
    ...listUnanswered(said).map((question) => `APPROVED, but the reviewer leaves unanswered: ${question}`),
  ];
}

/** The gravest first. */
function nameFindings(findings: Verdict['findings']): string {
  if (findings.length === 0) return '';
  const ranked = findings.toSorted((a, b) => a.tier - b.tier);
  const named = ranked.slice(0, mostNamed).map(({ title }) => cutText(title, longestTitle));
  const more = findings.length > mostNamed ? `, and ${findings.length - mostNamed} more` : '';
  return `: ${named.join(', ')}${more}`;
}

/** Questions that are listed as resolved, by nothing. */
export function listUnanswered({ resolvedQuestions }: Pick<Verdict, 'resolvedQuestions'>): string[] {
  const isEmpty = (resolution: string) => !/[\p{L}\p{N}]/u.test(readableText(resolution));
  return resolvedQuestions.filter(({ resolution }) => isEmpty(resolution)).map(({ question }) => question);
}

/** The list may be cut short; the number is not. */
function objectToErrors(findings: readonly Finding[], errors: number): string[] {
  const listed = findings.filter(({ severity }) => severity === 'error');
  const reasons = listed.map(({ check, line, message }) => `${check} at line ${line}: ${message}`);
  return errors > listed.length ? [...reasons, `There are ${errors} errors in all`] : reasons;
}

function objectToCoverage({ requirements, covered }: JudgedDraft['coverage']): string[] {
  if (requirements === 0) return ['The design has no requirement'];
  return covered === requirements ? [] : [`Only ${covered} of ${requirements} requirements are covered`];
}
