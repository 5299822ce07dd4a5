import { servedPerMs } from './bound.ts';
import type { Metrics } from './metrics.ts';
import { type Scenario, timeScale } from './scenario.ts';

export interface Check {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly isMet: boolean;
}

const leastJain = 0.98;
const shareMargin = 0.05;
const ttlMs = 30_000 * timeScale;

/** What issue 4 asks of us in a scenario. */
export function checkOurs(scenario: Scenario, metrics: Metrics): Check[] {
  const { gate, scopes, calls } = scenario;
  return [
    least('throughput of the bound', metrics.ratio, gate.ratio),
    most('wasted 429s', metrics.wasted, gate.hiddenLimits * scopes.length + (0.5 * calls) / 100),
    most('failures seen by callers', metrics.failures, 0),
    most('calls beyond known places', metrics.overPlaces, 0),
    most('p99 of waits in ms', metrics.p99WaitMs, longestWaitMs(scenario)),
    least('Jain over callers', metrics.jain, leastJain),
    ...checkSpecial(scenario, metrics),
  ];
}

/** Twice what a caller waits on average if all is used as well as can be. */
export function longestWaitMs(scenario: Scenario): number {
  return (2 * scenario.callers) / servedPerMs(scenario) + (scenario.gate.extraWaitMs ?? 0);
}

function checkSpecial({ scopes, gate, roleWeights, houses }: Scenario, metrics: Metrics): Check[] {
  const checks: Check[] = [];
  if (scopes.some(({ keys }) => keys > 1)) checks.push(most('429s of the shared scope', metrics.wasted, 1));
  if (scopes.some(({ endsAtMs }) => endsAtMs !== undefined))
    checks.push(most('calls with a dead key', metrics.afterTheEnd, 1));
  if (gate.overloads !== undefined) checks.push(most('calls that met the overload', metrics.overloads, gate.overloads));
  if (houses !== undefined) {
    checks.push(least('leases held by the killed', metrics.extra['leasesHeld'] ?? 0, 1));
    checks.push(most('recovery of its leases in ms', metrics.extra['recoveredMs'] ?? Number.NaN, ttlMs + 1_000));
  }
  const total = Object.values(roleWeights ?? {}).reduce((sum, weight) => sum + weight, 0);
  for (const [role, weight] of Object.entries(roleWeights ?? {})) {
    const off = Math.abs((metrics.shares[role] ?? 0) - weight / total);
    checks.push(most(`share of ${role} beside its weight`, off, shareMargin));
  }
  return checks;
}

/** Against another strategy in the same scenario. */
export function checkAgainst(name: string, ours: Metrics, other: Metrics): Check[] {
  const isNaive = name.startsWith('naive');
  return [
    least(`throughput, ${name}`, ours.ratio, other.ratio),
    most(`429s, ${name}${isNaive ? ' ÷ 3' : ''}`, ours.wasted, other.wasted / (isNaive ? 3 : 1)),
  ];
}

function most(what: string, measured: number, limit: number): Check {
  return { what, measured, limit, isMet: measured <= limit };
}

function least(what: string, measured: number, limit: number): Check {
  return { what, measured, limit, isMet: measured >= limit };
}
