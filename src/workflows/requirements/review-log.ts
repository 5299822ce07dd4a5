import { renderTable } from '../../governance/lld/render-table.ts';
import { inlineText } from '../../governance/verdict/model-text.ts';
import { describeFinding, describeRemark } from './demands.ts';
import type { Round } from './round.ts';

/** The log of all reviews: what was said, and what can be proven to have become of it. */
export function renderReviewLog(rounds: readonly Round[], reviewer: string): string {
  const reviews = rounds.map((round, at) => renderReview(round, rounds[at + 1] ?? null, at + 1, reviewer));
  const summary = rounds.map((round, at) => [
    `Review #${at + 1}`,
    dateOf(round),
    verdictOf(round),
    commentsOf(round)[0]?.text ?? 'None',
  ]);
  return [
    ...reviews,
    `### Review Summary\n\n${renderTable(['Review', 'Date', 'Verdict', 'Key Issue'], summary)}`,
    '**Final Status:** APPROVED',
  ].join('\n\n');
}

function renderReview(round: Round, next: Round | null, number: number, reviewer: string): string {
  const rows = commentsOf(round).map(({ key, text }, at) => [
    `R${number}.${at + 1}`,
    text,
    answerTo(key, round, next, number + 1),
  ]);
  return [
    `### Review #${number} (${verdictOf(round)})`,
    [
      `**Timestamp:** ${dateOf(round)}`,
      `**Reviewer:** ${inlineText(reviewer)}, model ${inlineText(round.review.model)}`,
      `**Verdict:** ${verdictOf(round)}`,
    ].join('\n'),
    '#### Comments',
    rows.length === 0 ? 'None.' : renderTable(['ID', 'Comment', 'Implemented?'], rows),
  ].join('\n\n');
}

interface Comment {
  /** The same in every round in which it is raised. */
  readonly key: string;
  readonly text: string;
}

/** What the reviewer said, what a person said, and what blocked mechanically. */
function commentsOf({ review, person, checked }: Round): Comment[] {
  const remarks = review.verdict.findings.map((finding) => ({ key: finding.title, text: describeRemark(finding) }));
  const notes = person?.note ? [{ key: person.note, text: `A person: ${person.note}` }] : [];
  const listed = new Set(remarks.map(({ key }) => key));
  const errors = checked.findings
    .filter(({ severity, check }) => severity === 'error' && !listed.has(check))
    .map((finding) => ({ key: `${finding.check} ${finding.message}`, text: describeFinding(finding) }));
  return [...remarks, ...notes, ...errors].map(({ key, text }) => ({ key, text: inlineText(text) }));
}

/** Only what the next round shows: what a drafter meant to do is not known. */
function answerTo(key: string, round: Round, next: Round | null, number: number): string {
  if (next === null) return 'NOTED - approved with this comment';
  if (next.checked.text === round.checked.text) return 'NO - the document was not changed';
  const isRaisedAgain = commentsOf(next).some((comment) => comment.key === key);
  return isRaisedAgain ? `NO - raised again in review #${number}` : `YES - review #${number} does not raise it again`;
}

function verdictOf({ review, person }: Round): string {
  const { verdict } = review.verdict;
  if (person === null) return verdict;
  return `${verdict}, ${person.answer === 'approve' ? 'approved' : 'rejected'} by a person`;
}

function dateOf({ review }: Round): string {
  return new Date(review.reviewedAt).toISOString().slice(0, 10);
}
