import type { AppliedEdit } from '../../governance/lld/edits.ts';
import type { Verdict } from '../../governance/verdict/verdict.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import type { CheckedDraft } from './checked-draft.ts';
import type { Demand } from './demand.ts';

/** A review with a verdict that could be read. */
export interface Review {
  /** A person judges a draft in the reviewer's place if a gate lets them. */
  readonly by: 'reviewer' | 'person';
  readonly verdict: Verdict;
  readonly model: string;
  readonly callId: string;
  readonly reviewedAt: number;
}

/** A design as it came from its drafter, and how. */
export interface Draft {
  readonly design: string;
  /** Null for a first draft, and where the whole document came again. */
  readonly revision: Revision | null;
}

/** What a drafter did about the demands of a round; they are named by their place in its list, from 1. */
export interface Revision {
  readonly applied: readonly AppliedEdit[];
  readonly declined: readonly { readonly finding: number; readonly reason: string }[];
}

/** How a round ended: a person decides only where the reviewer or a gate asks for it. */
type Decision = 'approved' | 'sent-back' | 'rejected';

/** One draft, checked, reviewed and judged. */
export interface Round {
  /** The place of the round that the draft answers, from 0; null for the first draft. */
  readonly answers: number | null;
  readonly draft: Draft;
  readonly checked: CheckedDraft;
  /** What a person said when they let the draft go to its review; null if nobody was asked, or had a word to say. */
  readonly gateNote: string | null;
  readonly review: Review;
  readonly person: PersonsAnswer | null;
  readonly decision: Decision;
  /** Why it is not approved. */
  readonly reasons: readonly string[];
  /** Everything that a revision has to answer. */
  readonly demands: readonly Demand[];
}

export type Rounds = readonly [Round, ...Round[]];

/** What a person is asked by a reviewer who does not decide: its questions, or else its summary; never nothing. */
export function listAsked({ questions, summary }: Pick<Verdict, 'questions' | 'summary'>): string[] {
  const asked = questions.filter((question) => question.trim() !== '');
  if (asked.length > 0) return asked;
  return [
    summary.trim() === '' ? 'The reviewer leaves it to a person, and does not say what there is to decide.' : summary,
  ];
}

/** What persons said of drafts that they let go to review. */
export function listGateNotes(given: readonly Pick<Round, 'gateNote'>[]): string[] {
  return given.flatMap(({ gateNote }) => gateNote ?? []);
}

/** Those that the reviewer judged: what a person sent back at the draft gate had no review. */
export function listReviewed(rounds: readonly Round[]): Round[] {
  return rounds.filter(({ review }) => review.by === 'reviewer');
}

/** Reviews and what a person said at the draft gate are counted each for themselves, from 1. */
export function numberRound(rounds: readonly Round[], at: number): number {
  return rounds.slice(0, at + 1).filter(({ review }) => review.by === rounds[at]?.review.by).length;
}

/** The draft to start anew from: what no person refused, fewest errors, fewest demands; of equals the later one. */
export function findBest(rounds: Rounds): number {
  return rounds.reduce((best, round, at) => (isWorse(rounds[best] ?? round, round) ? at : best), 0);
}

/** Of equals the one before is worse. */
function isWorse(before: Round, after: Round): boolean {
  const [old, now] = [before, after].map(({ checked, demands, person }) => [
    person?.answer === 'reject' ? 1 : 0,
    checked.errors,
    demands.filter(({ isBlocking }) => isBlocking).length,
    demands.length,
  ]);
  const at = old?.findIndex((count, place) => count !== now?.[place]) ?? -1;
  return at === -1 || (now?.[at] ?? 0) < (old?.[at] ?? 0);
}
