import type { BenchScope, Scenario } from './scenario.ts';

const names = ['a', 'b', 'c', 'd'];
/** Five a second, in minutes of six. */
const fivePerSecond = { perMinute: 30, burst: 5 };
const usual = { keys: 1, requests: fivePerSecond, concurrency: 4 } as const;
const load = { callers: 32, meanMs: 250 } as const;

function four(scope: Omit<BenchScope, 'id'>): BenchScope[] {
  return names.map((id) => ({ id, ...scope }));
}

/** Everything that a limit on calls at once is, is hidden: no provider tells it. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'S1',
    what: 'told rates, refusals are free',
    provider: 'openai',
    scopes: four(usual),
    ...load,
    calls: 400,
    seed: 1,
    hasPeers: true,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S2',
    what: 'told rates, refusals count',
    provider: 'openai',
    scopes: four({ ...usual, countsFailed: true }),
    ...load,
    calls: 300,
    seed: 2,
    hasPeers: true,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S3',
    what: 'two at once, told by nobody',
    provider: 'openai',
    scopes: four({ keys: 1, requests: null, concurrency: 2 }),
    ...load,
    calls: 450,
    seed: 3,
    hasPeers: true,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S4',
    what: 'no headers: all is learned from refusals',
    provider: 'google',
    scopes: four({ ...usual, hidesLimits: true }),
    ...load,
    calls: 400,
    seed: 4,
    gate: { ratio: 0.9, hiddenLimits: 2 },
  },
  {
    id: 'S5',
    what: 'keys of 10, 50 and 200 a minute',
    provider: 'anthropic',
    scopes: [makeSized('a', 10, 1), makeSized('b', 50, 4), makeSized('c', 200, 16)],
    ...load,
    calls: 1_200,
    seed: 5,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S6',
    what: 'two keys of one scope',
    provider: 'openai',
    scopes: [{ id: 'a', keys: 2, requests: fivePerSecond, concurrency: 2 }],
    callers: 8,
    meanMs: 250,
    calls: 100,
    seed: 6,
    hasPeers: true,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S7',
    what: 'a key is revoked, another runs out of money',
    provider: 'openai',
    scopes: [
      { id: 'a', ...usual, faults: [{ kind: 'revoked', fromMs: 5_000 }], endsAtMs: 5_000 },
      { id: 'b', ...usual, faults: [{ kind: 'quota', fromMs: 5_000 }], endsAtMs: 5_000 },
      { id: 'c', ...usual },
      { id: 'd', ...usual },
    ],
    ...load,
    calls: 300,
    seed: 7,
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
  {
    id: 'S8',
    what: 'four seconds of 529',
    provider: 'anthropic',
    scopes: four({ ...usual, faults: [{ kind: 'overload', fromMs: 4_000, toMs: 8_000 }] }),
    ...load,
    calls: 500,
    seed: 8,
    // After three overloads the breaker opens for five seconds, and then one call tries. Who met one rests for up to one.
    outage: { fromMs: 4_000, toMs: 9_250 },
    gate: { ratio: 0.95, hiddenLimits: 1, extraWaitMs: 6_000, overloads: 8 },
  },
  {
    id: 'S9',
    what: 'four coordinators, one killed',
    provider: 'openai',
    scopes: four(usual),
    ...load,
    calls: 400,
    seed: 9,
    houses: { count: 4, killAtMs: 6_000 },
    gate: { ratio: 0.9, hiddenLimits: 1 },
  },
  {
    id: 'S10',
    what: 'drafters and reviewers, 2 to 1',
    provider: 'anthropic',
    scopes: [
      { id: 'a', ...usual, roles: ['drafter'] },
      { id: 'b', ...usual },
      { id: 'c', ...usual },
      { id: 'd', ...usual, roles: ['reviewer'] },
    ],
    ...load,
    calls: 400,
    seed: 10,
    roleWeights: { drafter: 2, reviewer: 1 },
    gate: { ratio: 0.95, hiddenLimits: 1 },
  },
];

function makeSized(id: string, perMinute: number, concurrency: number): BenchScope {
  return { id, keys: 1, requests: { perMinute, burst: perMinute }, concurrency };
}
