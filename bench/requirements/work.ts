import type { DesignAsk as Ask } from '../../src/providers/provider.ts';
import { drawServiceTimes, makeRandom } from '../../src/simulator/random.ts';

/** A second of a model lasts ten milliseconds here. */
export const timeScale = 0.01;

/** What each kind of call takes on average, in seconds of a real model. */
const meanSeconds: Readonly<Record<Ask['kind'], number>> = { 'check-issue': 4, draft: 40, review: 20, revise: 15 };
const spread = 0.3;
const mostRounds = 3;

/** All calls of one task, with how long each takes; drawn before anything starts. */
export interface TaskWork {
  readonly issue: string;
  /** Reviews; each but the last sends the design back. */
  readonly rounds: number;
  /** By kind, in their order. */
  readonly callMs: Readonly<Record<Ask['kind'], readonly number[]>>;
}

export function drawWork(seed: number, issues: number): TaskWork[] {
  const random = makeRandom(seed);
  const rounds = Array.from({ length: issues }, () => 1 + Math.floor(random() * mostRounds));
  const times = {
    'check-issue': draw(seed + 1, issues, 'check-issue'),
    draft: draw(seed + 2, issues, 'draft'),
    review: draw(seed + 3, issues * mostRounds, 'review'),
    revise: draw(seed + 4, issues * mostRounds, 'revise'),
  };
  return rounds.map((count, at) => ({
    issue: String(at + 1),
    rounds: count,
    callMs: {
      'check-issue': times['check-issue'].slice(at, at + 1),
      draft: times.draft.slice(at, at + 1),
      review: times.review.slice(at * mostRounds, at * mostRounds + count),
      revise: times.revise.slice(at * mostRounds, at * mostRounds + count - 1),
    },
  }));
}

/** Lognormal, around a median that makes the mean what it is to be. */
function draw(seed: number, count: number, kind: Ask['kind']): number[] {
  const ms = meanSeconds[kind] * 1000 * timeScale * Math.exp(-(spread * spread) / 2);
  return drawServiceTimes(seed, count, { ms, spread }).map((time) => Math.max(1, Math.round(time)));
}
