import type { Finding } from '../../governance/finding.ts';
import type { VerdictFinding } from '../../governance/verdict/verdict.ts';
import type { PersonsAnswer } from '../workflow.ts';
import type { CheckedDraft } from './checked-draft.ts';
import type { Review } from './round.ts';

/** Everything that was found in a draft, in the words that its drafter gets. */
export function listDemands(
  { findings, openQuestions }: CheckedDraft,
  { verdict }: Review,
  person: PersonsAnswer | null,
) {
  return [
    ...(person?.note ? [`A person decided: ${person.note}`] : []),
    ...verdict.findings.map(describeRemark),
    ...(person === null ? verdict.questions.map((question) => `The reviewer asks: ${question}`) : []),
    ...findings.filter(({ severity }) => severity !== 'note').map(describeFinding),
    ...openQuestions.map((question) => `This question is open: ${question}`),
  ];
}

export function describeFinding({ severity, check, line, message }: Finding): string {
  return `${severity} ${check} at line ${line}: ${message}`;
}

export function describeRemark({ tier, title, detail, section, recommendation }: VerdictFinding): string {
  const place = section === null ? '' : ` (${section})`;
  const advice = recommendation === null ? '' : ` Recommendation: ${recommendation}`;
  return `Tier ${tier}${place}: ${title}: ${detail}${advice}`;
}
