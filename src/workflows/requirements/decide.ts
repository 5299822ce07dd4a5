import { type JudgedDraft, judgeDraft } from '../../governance/gate.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import { showSafely } from '../../model/text.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { listDemands } from './demands.ts';
import type { Desk } from './desk.ts';
import { type Draft, listAsked, type Review, type Round } from './round.ts';

/** A draft that waits for its judgement. */
type Given = Pick<Round, 'answers' | 'draft' | 'checked' | 'gateNote'>;

/** Judges a reviewed draft; where the reviewer or a gate asks for a decision, a person gives it. */
export async function decide(desk: Desk, given: Given, review: Review, isGated: boolean): Promise<Round> {
  const isPassed = judgeDraft({ ...given.checked, verdict: review.verdict }) === 'approved';
  const question = makeQuestion(given, review, isPassed && isGated);
  const person = question === null ? null : await desk.context.approval('verdict', question);
  return conclude(given, review, person);
}

type Passage = { readonly given: Given } | { readonly sentBack: Round };

/** A person judges a draft that nobody has reviewed yet: it is sent back, or goes to review with what they say. */
export async function passDraftGate(desk: Desk, given: Given): Promise<Passage> {
  const { context, brief } = desk;
  const { checked, draft } = given;
  const asked = `Shall this draft go to review? Read ${checked.path}. ${describeCheck(checked)}`;
  const person = await context.approval('draft', cut(asked + describeStandstill(draft)));
  const reviewedAt = await context.now();
  if (person.answer === 'approve') return { given: { ...given, gateNote: person.note || null } };
  const verdict = {
    verdict: 'REVISE' as const,
    title: `${brief.id} - ${brief.title}`,
    reviewer: 'a person',
    summary: person.note ?? 'A person rejected the draft.',
    findings: [],
    resolvedQuestions: [],
    coverage: [],
    questions: [],
  };
  const review = { by: 'person', verdict, model: 'a person', callId: 'draft gate', reviewedAt } as const;
  return { sentBack: conclude(given, review, person) };
}

function conclude(given: Given, review: Review, person: PersonsAnswer | null): Round {
  const { checked } = given;
  const judgement = judgeDraft({ ...checked, verdict: verdictAfter(review, person) });
  const round = { ...given, review, person, demands: listDemands(checked, review, person) };
  if (judgement === 'approved') return { ...round, decision: 'approved', reasons: [] };
  if (person?.answer !== 'reject') return { ...round, decision: 'sent-back', reasons: judgement.reasons };
  if (person.note) return { ...round, decision: 'sent-back', reasons: [`A person sent it back: ${person.note}`] };
  return { ...round, decision: 'rejected', reasons: ['A person rejected it'] };
}

/** A person's word takes the place of the whole verdict; mechanical errors block all the same. */
function verdictAfter({ verdict }: Review, person: PersonsAnswer | null): JudgedDraft['verdict'] {
  if (person === null) return verdict;
  const word = person.answer === 'approve' ? 'APPROVED' : 'REVISE';
  return { verdict: word, findings: [], coverage: [], questions: [], resolvedQuestions: [] };
}

const longestQuestion = 2000;

/** Null if nobody need be asked: the reviewer decides, and no gate stands behind an approval. */
function makeQuestion({ checked, draft }: Given, { verdict }: Review, isGated: boolean): string | null {
  if (verdict.verdict === 'DISCUSS') return cut(listAsked(verdict).join(' / '));
  if (!isGated) return null;
  return cut(`The reviewer approves ${checked.path}. Do you? ${verdict.summary}${describeStandstill(draft)}`);
}

/** Nothing, unless a revision left the draft as it was: whoever asked for one would read the same text again. */
function describeStandstill({ revision }: Draft): string {
  if (revision === null || revision.applied.length > 0) return '';
  const reason = revision.declined[0]?.reason;
  return ` It is as it was before: the drafter made no edit${reason === undefined ? '.' : `, and says: ${reason}`}`;
}

function describeCheck({ errors, coverage: { covered, requirements } }: CheckedDraft): string {
  return `Errors: ${errors}; requirements covered: ${covered} of ${requirements}.`;
}

function cut(question: string): string {
  return showSafely(question).slice(0, longestQuestion);
}
