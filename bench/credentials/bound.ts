import { drawServiceTimes } from '../../src/simulator/random.ts';
import { type BenchScope, minuteMs, type Scenario } from './scenario.ts';

const spread = 0.3;

/** How long each call takes, drawn before anything starts: the same for every strategy. */
export function drawServices({ seed, calls, meanMs }: Pick<Scenario, 'seed' | 'calls' | 'meanMs'>): number[] {
  const ms = meanMs * Math.exp(-(spread * spread) / 2);
  return drawServiceTimes(seed, calls, { ms, spread }).map((time) => Math.max(1, Math.round(time)));
}

/** Nobody can be done earlier, whatever it knows: the longest of rate, places, callers and the longest call. */
export function lowerBoundMs(scenario: Scenario): number {
  const services = drawServices(scenario);
  const sum = services.reduce((total, ms) => total + ms, 0);
  const places = scenario.scopes.reduce((total, { concurrency }) => total + (concurrency ?? scenario.callers), 0);
  const lastStartMs = earliest((ms) => mostStarts(scenario, ms), scenario.calls);
  return Math.max(lastStartMs + Math.min(...services), sum / places, sum / scenario.callers, Math.max(...services));
}

/** How many may start by then, over all scopes. */
function mostStarts({ scopes, outage, calls }: Scenario, ms: number): number {
  return scopes.reduce((total, scope) => total + Math.min(calls, Math.floor(mostOf(scope, outage, ms))), 0);
}

function mostOf(scope: BenchScope, outage: Scenario['outage'], ms: number): number {
  const { requests } = scope;
  if (requests === null) return Number.POSITIVE_INFINITY;
  const flow = (time: number) =>
    requests.burst + (Math.min(time, scope.endsAtMs ?? time) * requests.perMinute) / minuteMs;
  if (outage === undefined || ms <= outage.fromMs) return flow(ms);
  const before = flow(outage.fromMs);
  // In between nothing is taken, and no more than a whole bucket waits at the end.
  return ms < outage.toMs ? before : Math.min(flow(ms), before + flow(ms - outage.toMs));
}

function earliest(most: (ms: number) => number, needed: number): number {
  let [low, high] = [0, 3_600_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (most(middle) >= needed) high = middle;
    else low = middle;
  }
  return most(0) >= needed ? 0 : high;
}

/** How many calls a second can be served for good: twice the callers' share of it is what a caller may wait. */
export function servedPerMs({ scopes, callers, meanMs }: Scenario): number {
  const lasting = scopes.filter(({ endsAtMs }) => endsAtMs === undefined);
  const rates = lasting.map(({ requests, concurrency }) =>
    Math.min((requests?.perMinute ?? Number.POSITIVE_INFINITY) / minuteMs, (concurrency ?? callers) / meanMs),
  );
  return Math.min(
    callers / meanMs,
    rates.reduce((sum, rate) => sum + rate, 0),
  );
}
