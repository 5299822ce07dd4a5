import { renderTable } from '../../governance/lld/render-table.ts';
import { inlineText } from '../../governance/verdict/model-text.ts';
import type { Demand } from './demand.ts';
import { isRaisedAgain } from './history.ts';
import { listAsked, listGateNotes, numberRound, type Round } from './round.ts';

/**
 * The log of all reviews, and of what a person sent back before there was one: what a person decided about the issue
 * first, what was said, what was done about it, and what the next review shows of that.
 */
export function renderReviewLog(rounds: readonly Round[], reviewer: string, decisions: readonly string[]): string {
  const reviews = rounds.map((_, at) => renderReview(rounds, at, reviewer));
  const summary = rounds.map((round, at) => [
    nameRound(rounds, at),
    dateOf(round),
    verdictOf(round),
    inlineText(questionsOf(round)[0] ?? commentsOf(round)[0]?.demand.text ?? 'None'),
  ]);
  const decided = decisions.map((decision) => `- ${inlineText(decision)}`).join('\n');
  return [
    ...(decided === '' ? [] : [`### Decisions of a Person About the Issue\n\n${decided}`]),
    ...reviews,
    `### Review Summary\n\n${renderTable(['Review', 'Date', 'Verdict', 'Key Issue'], summary)}`,
    '**Final Status:** APPROVED',
  ].join('\n\n');
}

function renderReview(rounds: readonly Round[], at: number, reviewer: string): string {
  const round = rounds[at];
  if (round === undefined) return '';
  const sign = `${round.review.by === 'person' ? 'G' : 'R'}${numberRound(rounds, at)}`;
  const said = [
    ...questionsOf(round).map((question) => [question, `DECIDED - ${decisionOf(round)}`]),
    ...commentsOf(round).map((comment) => [comment.demand.text, answerTo(comment, rounds, at)]),
  ];
  const rows = said.map((cells, place) => [`${sign}.${place + 1}`, ...cells.map(inlineText)]);
  return [
    `### ${nameRound(rounds, at)} (${verdictOf(round)})`,
    [
      `**Timestamp:** ${dateOf(round)}`,
      `**Reviewer:** ${nameReviewer(round, reviewer)}`,
      `**Verdict:** ${verdictOf(round)}`,
      ...listGateNotes([round]).map((note) => `**A person said of the draft:** ${inlineText(note)}`),
    ].join('\n'),
    '#### Comments',
    rows.length === 0 ? 'None.' : renderTable(['ID', 'Comment', 'Implemented?'], rows),
  ].join('\n\n');
}

function nameRound(rounds: readonly Round[], at: number): string {
  return `${rounds[at]?.review.by === 'person' ? 'Draft Gate' : 'Review'} #${numberRound(rounds, at)}`;
}

function nameReviewer({ review }: Round, reviewer: string): string {
  return review.by === 'person' ? 'a person' : `${inlineText(reviewer)}, model ${inlineText(review.model)}`;
}

/** What the reviewer could not decide, as a person was asked it. */
function questionsOf({ review: { verdict } }: Round): string[] {
  if (verdict.verdict !== 'DISCUSS') return [];
  return listAsked(verdict).map((question) => `The reviewer asks: ${question}`);
}

interface Comment {
  readonly demand: Demand;
  /** As its drafter was told it, from 1. */
  readonly number: number;
}

/** What the reviewer said and asked, what a person said, and what blocked mechanically: so do questions of the design. */
function commentsOf({ demands, checked: { openQuestions } }: Round): Comment[] {
  return demands
    .map((demand, at) => ({ demand, number: at + 1 }))
    .filter(({ demand }) => demand.from !== 'check' || demand.isBlocking)
    .filter(({ demand }) => demand.from !== 'question' || !openQuestions.includes(demand.key));
}

/** What was done by the drafter's own account, and what the next round shows of it: that alone says yes or no. */
function answerTo({ demand, number }: Comment, rounds: readonly Round[], at: number): string {
  if (at === rounds.length - 1) return 'NOTED - approved with this comment';
  const nextAt = rounds.findLastIndex(({ answers }) => answers === at);
  const next = rounds[nextAt];
  if (next === undefined) return 'NOT BUILT UPON - a later draft started from an earlier one';
  const isRaised = isRaisedAgain(demand, next);
  const where = nameRound(rounds, nextAt).toLowerCase();
  const seen = isRaised ? `raised again in ${where}` : `${where} does not raise it again`;
  const declined = next.draft.revision?.declined.find(({ finding }) => finding === number);
  if (declined !== undefined) return `NO - declined: ${declined.reason}; ${seen}`;
  if (next.checked.text === rounds[at]?.checked.text) return 'NO - the document was not changed';
  const edits = describeEdits(next, number);
  if (next.draft.revision !== null && edits === '') return `NO - no edit answers it; ${seen}`;
  return `${isRaised ? 'NO' : 'YES'} - ${edits}${seen}`;
}

function describeEdits({ draft }: Round, number: number): string {
  const edits = draft.revision?.applied.filter(({ answers }) => answers.includes(number)) ?? [];
  const sections = [...new Set(edits.map(({ section }) => section))];
  return sections.length === 0 ? '' : `section ${sections.join(', ')} changed; `;
}

function verdictOf(round: Round): string {
  const { review, person } = round;
  if (person === null) return review.verdict.verdict;
  return review.by === 'person' ? decisionOf(round) : `${review.verdict.verdict}, ${decisionOf(round)}`;
}

function decisionOf({ person }: Round): string {
  return `${person?.answer === 'approve' ? 'approved' : 'rejected'} by a person`;
}

function dateOf({ review }: Round): string {
  return new Date(review.reviewedAt).toISOString().slice(0, 10);
}
