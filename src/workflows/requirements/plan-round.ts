import type { Desk } from './desk.ts';
import { isGated } from './order.ts';
import { findBest, type Rounds } from './round.ts';

/** What was decided when a round began: a later batch may have other flags, and must go on with this one as it was. */
export interface RoundPlan {
  /** The place of the round that is answered, from 0; null for the first draft. */
  readonly answers: number | null;
  /** A person sees the draft before it is reviewed. */
  readonly isDraftGated: boolean;
  /** A person sees an approval before it counts. */
  readonly isVerdictGated: boolean;
}

/** The first round of a retry starts from the best draft of all before it; every other one from the last. */
export async function planRound({ context, order }: Desk, rounds: Rounds | null): Promise<RoundPlan> {
  return await context.hold('plan-round', () => ({
    answers: findStart(rounds, order.earlierRounds),
    isDraftGated: isGated(order, 'draft') && (rounds?.every(({ review }) => review.by === 'person') ?? true),
    isVerdictGated: isGated(order, 'verdict'),
  }));
}

function findStart(rounds: Rounds | null, earlierRounds: number): number | null {
  if (rounds === null) return null;
  return rounds.length === earlierRounds ? findBest(rounds) : rounds.length - 1;
}
