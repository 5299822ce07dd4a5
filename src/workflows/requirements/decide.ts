import { type JudgedDraft, judgeDraft } from '../../governance/gate.ts';
import { showSafely } from '../../model/text.ts';
import type { PersonsAnswer, WorkflowContext } from '../workflow.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { listDemands } from './demands.ts';
import type { Review, Round } from './round.ts';

/** Judges a reviewed draft; where the reviewer asks for a decision, a person gives it. */
export async function decide(context: WorkflowContext, checked: CheckedDraft, review: Review): Promise<Round> {
  const isDiscussed = review.verdict.verdict === 'DISCUSS';
  const person = isDiscussed ? await context.approval('verdict', makeQuestion(review)) : null;
  const judgement = judgeDraft({ ...checked, verdict: verdictAfter(review, person) });
  const round = { checked, review, person, demands: listDemands(checked, review, person) };
  if (judgement === 'approved') return { ...round, decision: 'approved', reasons: [] };
  if (person?.answer !== 'reject') return { ...round, decision: 'sent-back', reasons: judgement.reasons };
  if (person.note) return { ...round, decision: 'sent-back', reasons: [`A person sent it back: ${person.note}`] };
  return { ...round, decision: 'rejected', reasons: ['A person rejected it'] };
}

/** A person's word takes the place of the whole verdict; mechanical errors block all the same. */
function verdictAfter({ verdict }: Review, person: PersonsAnswer | null): JudgedDraft['verdict'] {
  if (person === null) return verdict;
  return { verdict: person.answer === 'approve' ? 'APPROVED' : 'REVISE', findings: [], coverage: [] };
}

const longestQuestion = 2000;

function makeQuestion({ verdict: { summary, questions } }: Review): string {
  return showSafely(questions.length === 0 ? summary : questions.join(' / ')).slice(0, longestQuestion);
}
