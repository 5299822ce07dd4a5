import type { DesignAsk as Ask } from '../../src/providers/provider.ts';
import { drawServiceTimes, makeRandom } from '../../src/simulator/random.ts';

/** A second of a model lasts ten milliseconds here. */
export const timeScale = 0.01;

/** What a draft takes on average, in seconds of a real model; also one that revises the draft before. */
export const draftSeconds = 40;
const reviewSeconds = 20;
const checkSeconds = 4;
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

export function drawWork(seed: number, issues: number, reviseSeconds: number): TaskWork[] {
  const random = makeRandom(seed);
  const rounds = Array.from({ length: issues }, () => 1 + Math.floor(random() * mostRounds));
  const times = {
    'check-issue': draw(seed + 1, issues, checkSeconds),
    draft: draw(seed + 2, issues, draftSeconds),
    review: draw(seed + 3, issues * mostRounds, reviewSeconds),
    revise: draw(seed + 4, issues * mostRounds, reviseSeconds),
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
function draw(seed: number, count: number, meanSeconds: number): number[] {
  const ms = meanSeconds * 1000 * timeScale * Math.exp(-(spread * spread) / 2);
  return drawServiceTimes(seed, count, { ms, spread }).map((time) => Math.max(1, Math.round(time)));
}
