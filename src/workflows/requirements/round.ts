import type { AppliedEdit } from '../../governance/lld/edits.ts';
import type { Verdict } from '../../governance/verdict/verdict.ts';
import type { PersonsAnswer } from '../workflow.ts';
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

/** A document as it came from its drafter, and how. */
export interface Draft {
  readonly design: string;
  /** In the lineage. */
  readonly path: string;
  /** Null for a first draft, and where the whole document came again. */
  readonly revision: Revision | null;
}

/** What a drafter did about the demands of the round before; they are named by their place in its list, from 1. */
export interface Revision {
  readonly applied: readonly AppliedEdit[];
  readonly declined: readonly { readonly finding: number; readonly reason: string }[];
}

/** How a round ended: a person decides only where the reviewer or a gate asks for it. */
type Decision = 'approved' | 'sent-back' | 'rejected';

/** One draft, checked, reviewed and judged. */
export interface Round {
  readonly draft: Draft;
  readonly checked: CheckedDraft;
  readonly review: Review;
  readonly person: PersonsAnswer | null;
  readonly decision: Decision;
  /** Why it is not approved. */
  readonly reasons: readonly string[];
  /** Everything that a revision has to answer. */
  readonly demands: readonly Demand[];
}

/** The draft to start anew from: fewest errors, then fewest findings; of equals the later one. */
export function bestOf(rounds: readonly [Round, ...Round[]]): Round {
  return rounds.reduce((best, round) => (compare(round, best) <= 0 ? round : best));
}

function compare(a: Round, b: Round): number {
  return a.checked.errors - b.checked.errors || a.review.verdict.findings.length - b.review.verdict.findings.length;
}
