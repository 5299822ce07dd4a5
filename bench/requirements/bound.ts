import type { DesignAsk as Ask } from '../../src/providers/provider.ts';
import { type BenchScope, minuteMs, providerOf } from './scopes.ts';
import type { TaskWork } from './work.ts';

const kinds: readonly Ask['kind'][] = ['check-issue', 'draft', 'review', 'revise'];

/** What a batch of this work waits for at least, by what it waits for. */
export interface Bounds {
  readonly workersMs: number;
  readonly longestTaskMs: number;
  readonly drafterPlacesMs: number;
  readonly reviewerPlacesMs: number;
  readonly drafterRateMs: number;
  readonly reviewerRateMs: number;
}

/** Nobody can be done before the largest of these, whatever they know; every time was drawn before. */
export function computeBounds(work: readonly TaskWork[], scopes: readonly BenchScope[], parallel: number): Bounds {
  const tasks = work.map(({ callMs }) => sum(kinds.flatMap((kind) => callMs[kind])));
  // Before its first draft a task has its check, and behind its last draft a review.
  const headMs = Math.min(...work.map(({ callMs }) => callMs['check-issue'][0] ?? 0));
  const tailMs = Math.min(...work.map(({ callMs }) => callMs.review.at(-1) ?? 0));
  const of = (provider: BenchScope['provider']) => ({
    calls: work.flatMap(({ callMs }) =>
      kinds.filter((kind) => providerOf(kind) === provider).flatMap((kind) => callMs[kind]),
    ),
    own: scopes.filter((scope) => scope.provider === provider),
  });
  const [drafting, reviewing] = [of('anthropic'), of('openai')];
  return {
    workersMs: sum(tasks) / parallel,
    longestTaskMs: Math.max(...tasks),
    drafterPlacesMs: headMs + placesMs(drafting.calls, drafting.own) + tailMs,
    reviewerPlacesMs: placesMs(reviewing.calls, reviewing.own),
    drafterRateMs: headMs + rateMs(drafting.calls, drafting.own) + tailMs,
    reviewerRateMs: rateMs(reviewing.calls, reviewing.own),
  };
}

export function lowerBoundMs(bounds: Bounds): number {
  return Math.max(...Object.values(bounds));
}

function placesMs(calls: readonly number[], scopes: readonly BenchScope[]): number {
  return sum(calls) / sum(scopes.map(({ concurrency }) => concurrency));
}

/** When the last may start at the earliest, and how long the shortest takes. Fractions of calls make it only shorter. */
function rateMs(calls: readonly number[], scopes: readonly BenchScope[]): number {
  const burst = sum(scopes.map(({ requests }) => requests.burst));
  const perMs = sum(scopes.map(({ requests }) => requests.perMinute)) / minuteMs;
  return Math.max(0, calls.length - burst) / perMs + Math.min(...calls);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
