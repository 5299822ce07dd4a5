import type { Verdict } from '../../governance/verdict/verdict.ts';
import type { PersonsAnswer } from '../workflow.ts';
import type { CheckedDraft } from './checked-draft.ts';

/** A review with a verdict that could be read. */
export interface Review {
  readonly verdict: Verdict;
  readonly model: string;
  readonly callId: string;
  readonly reviewedAt: number;
}

/** How a round ended: a person decides only where the reviewer asks for it. */
type Decision = 'approved' | 'sent-back' | 'rejected';

/** One draft, checked, reviewed and judged. */
export interface Round {
  readonly checked: CheckedDraft;
  readonly review: Review;
  readonly person: PersonsAnswer | null;
  readonly decision: Decision;
  /** Why it is not approved. */
  readonly reasons: readonly string[];
  /** Everything that a revision has to answer. */
  readonly demands: readonly string[];
}

/** The draft to start anew from: fewest errors, then fewest findings; of equals the later one. */
export function bestOf(rounds: readonly [Round, ...Round[]]): Round {
  return rounds.reduce((best, round) => (compare(round, best) <= 0 ? round : best));
}

function compare(a: Round, b: Round): number {
  return a.checked.errors - b.checked.errors || a.review.verdict.findings.length - b.review.verdict.findings.length;
}
