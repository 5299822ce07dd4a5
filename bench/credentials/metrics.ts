import type { TruthEntry } from '../../src/simulator/setup.ts';
import { jainIndex, percentile } from '../../test/parallel/credentials/virtual-run.ts';
import { lowerBoundMs } from './bound.ts';
import type { CallersEnd } from './callers.ts';
import { roleOf, type Scenario } from './scenario.ts';
import type { Served, Truth } from './truth.ts';

/** All but the failures that callers saw comes from what the providers saw. */
export interface Metrics {
  readonly boundMs: number;
  readonly tookMs: number;
  /** Of the bound; where it was cut off, of what it had done by then. */
  readonly ratio: number;
  readonly answered: number;
  readonly isCut: boolean;
  readonly wasted: number;
  readonly wastedPer100: number;
  readonly mostWastedOfScope: number;
  readonly failures: number;
  readonly parked: number;
  readonly overloads: number;
  /** Calls with a key after the provider had refused it for good, the most of a scope. */
  readonly afterTheEnd: number;
  /** Attempts beyond a limit of places that was known by then. */
  readonly overPlaces: number;
  readonly p99WaitMs: number;
  readonly jain: number;
  /** Of each role, while there was more to do. */
  readonly shares: Readonly<Record<string, number>>;
  readonly extra: Readonly<Record<string, number>>;
}

const limitKinds = new Set<TruthEntry['kind']>(['rate', 'concurrency', 'unknown-429', 'accel']);
/** For so long after a refusal calls may still be on their way that left before it was known. */
const heardMs = 25;

export function makeMetrics(
  scenario: Scenario,
  { startAt, log, served }: Truth,
  end: CallersEnd,
  extra: Readonly<Record<string, number>>,
): Metrics {
  const boundMs = lowerBoundMs(scenario);
  const whole = log.filter(({ kind, isAbandoned }) => kind === 'answered' && !isAbandoned);
  const tookMs = Math.max(...whole.map(({ endAt }) => endAt)) - startAt;
  const wasted = log.filter(({ kind }) => limitKinds.has(kind));
  const last = lastOfEach(served);
  const counted = beforeTheEnd(scenario, last);
  return {
    boundMs,
    tookMs,
    ratio: (boundMs * (end.answered / scenario.calls)) / tookMs,
    answered: end.answered,
    isCut: end.isCut,
    wasted: wasted.length,
    wastedPer100: (wasted.length * 100) / scenario.calls,
    mostWastedOfScope: mostOf(scenario, (id) => wasted.filter(({ scope }) => scope === id).length),
    failures: end.failures.length,
    parked: end.parked,
    overloads: log.filter(({ kind }) => kind === 'overload').length,
    afterTheEnd: mostOf(scenario, (id) => log.filter(({ scope, kind }) => scope === id && isFinal(kind)).length - 1),
    overPlaces: scenario.scopes.reduce(
      (sum, { id }) => sum + countOverPlaces(log.filter(({ scope }) => scope === id)),
      0,
    ),
    p99WaitMs: percentile(
      last.map((one) => one.startAt - one.askedAt),
      0.99,
    ),
    jain: fairness(scenario, counted, extra),
    shares: sharesOf(scenario, counted),
    extra,
  };
}

function mostOf({ scopes }: Scenario, count: (scope: string) => number): number {
  return Math.max(...scopes.map(({ id }) => count(id)));
}

function isFinal(kind: TruthEntry['kind']): boolean {
  return kind === 'auth' || kind === 'quota';
}

function countOverPlaces(log: readonly TruthEntry[]): number {
  const refusals = log.filter(({ kind }) => kind === 'concurrency');
  const knownAt = (refusals[0]?.endAt ?? Number.POSITIVE_INFINITY) + heardMs;
  return refusals.filter(({ startAt }) => startAt > knownAt).length;
}

/** A call whose caller died was served once more. */
function lastOfEach(served: readonly Served[]): Served[] {
  return [...new Map(served.map((one) => [one.index, one])).values()];
}

/** When the list is empty, callers go one after the other: what they got then says nothing. */
function beforeTheEnd({ calls, callers }: Scenario, served: readonly Served[]): Served[] {
  return served.toSorted((a, b) => a.startAt - b.startAt).slice(0, Math.max(1, calls - callers));
}

/** Among callers of one role, the least; those that were killed are not counted. */
function fairness(scenario: Scenario, served: readonly Served[], extra: Readonly<Record<string, number>>): number {
  const alive = Array.from({ length: scenario.callers }, (_, caller) => caller).filter(
    (caller) => extra['leasesHeld'] === undefined || caller % (scenario.houses?.count ?? 1) !== 0,
  );
  const groups = Map.groupBy(alive, (caller) => roleOf(scenario, caller));
  const counts = [...groups.values()].map((group) =>
    group.map((caller) => served.filter((one) => one.caller === caller).length),
  );
  return Math.min(...counts.map(jainIndex));
}

function sharesOf(scenario: Scenario, served: readonly Served[]): Record<string, number> {
  const groups = Map.groupBy(served, ({ caller }) => roleOf(scenario, caller));
  return Object.fromEntries([...groups].map(([role, group]) => [role, group.length / served.length]));
}
