import type { Judgement } from '../../governance/gate.ts';
import type { Verdict } from '../../governance/verdict/verdict.ts';
import type { ProvedRequirement, ShownChange } from '../../providers/provider.ts';
import type { Diff } from '../../worktrees/diff.ts';
import type { CodeReview, GateResult } from './evidence.ts';

/** What a reviewer of code is shown. */
export interface ReviewSubject {
  readonly id: string;
  readonly title: string;
  /** As `readDesign` gives it. */
  readonly design: string;
  /** The commit that is reviewed. */
  readonly commit: string;
  readonly change: ShownChange;
  readonly gates: readonly GateResult[];
  readonly matrix: readonly ProvedRequirement[];
  /** The reviews so far, the last one last. */
  readonly earlier: readonly CodeReview[];
  /** What persons decided about the change. */
  readonly decisions: readonly string[];
}

/**
 * Diffs for `makeShownChange`: of the whole change now and at its first review, and what came since the first and the
 * last one.
 */
export interface ReviewedDiffs {
  readonly now: Diff;
  readonly first: { readonly whole: Diff; readonly since: Diff } | null;
  /** Null at the first review, and at the second, where it is the same as `first.since`. */
  readonly sinceLast: Diff | null;
}

/** How a round of review ended. */
export interface JudgedReview {
  readonly review: CodeReview;
  readonly verdict: Verdict;
  /** By the rules for designs: what blocks is told as reasons. DISCUSS asks a person: see `verdict.questions`. */
  readonly judgement: Judgement;
  /** What has to be mended, in words for whoever mends it. */
  readonly demands: readonly string[];
}
