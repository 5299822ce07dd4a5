import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedWindow, type Limit, slidingWindow, tokenBucket } from './virtual-limits.ts';
import type { VirtualScope } from './virtual-provider.ts';
import {
  boundMs,
  drawServices,
  jainIndex,
  makeCredential,
  percentile,
  type RunEnd,
  type RunSetup,
  runVirtually,
} from './virtual-run.ts';

const names = ['a', 'b', 'c', 'd'];
const seeds = [1, 2, 3];

function four(limits: () => Omit<VirtualScope, 'id'>): VirtualScope[] {
  return names.map((id) => ({ id, ...limits() }));
}

interface Gate {
  readonly ratio: number;
  /** Dimensions that no reply tells, in each scope. */
  readonly hidden: number;
  readonly hasLongWaits?: boolean;
}

/** Scopes hold state: the setup is made anew for the bound and for the run. */
async function runGated(make: () => RunSetup, gate: Gate): Promise<RunEnd> {
  const setup = make();
  const bound = boundMs(make());
  const end = await runVirtually(setup);
  const calls = setup.services.length;
  assert.deepEqual(end.failures, []);
  assert.equal(end.waits.length, calls, 'every call is answered');
  const ratio = bound / end.ms;
  assert.ok(ratio >= gate.ratio && ratio <= 1.0001, `throughput is ${ratio.toFixed(3)} of the bound`);
  const wasted = end.provider.wasted().length;
  const allowed = gate.hidden * setup.scopes.length + (0.5 * calls) / 100;
  assert.ok(wasted <= allowed, `${wasted} calls were wasted, ${allowed} may be`);
  const longest = (2 * setup.workers * bound) / calls;
  const wait = percentile(end.waits, 0.99);
  assert.ok(gate.hasLongWaits === true || wait <= longest, `p99 of waits is ${wait} ms, ${longest} may be`);
  return end;
}

for (const seed of seeds) {
  test(`S1: told rates are used to 95 % without one refusal (seed ${seed})`, async () => {
    const scopes = () => four(() => ({ requests: tokenBucket(5, 5), concurrency: 4 }));
    const end = await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(400, 250, seed) }), {
      ratio: 0.95,
      hidden: 0,
    });
    assert.equal(end.provider.wasted().length, 0);
    assert.ok(jainIndex(end.perWorker) >= 0.98);
  });

  test(`S2: the same where refusals count (seed ${seed})`, async () => {
    const scopes = () => four(() => ({ requests: tokenBucket(5, 5), concurrency: 4, countsFailed: true }));
    await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(300, 250, seed) }), {
      ratio: 0.95,
      hidden: 0,
    });
  });

  test(`S3: a concurrency that nobody tells costs one refusal per scope (seed ${seed})`, async () => {
    const scopes = () => four(() => ({ concurrency: 2 }));
    const end = await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(300, 250, seed) }), {
      ratio: 0.95,
      hidden: 1,
    });
    assert.ok(end.provider.wasted().length <= 4);
    assert.deepEqual([...end.provider.peaks.values()], [2, 2, 2, 2]);
  });

  test(`S4: a rate that nobody tells is found (seed ${seed})`, async () => {
    const scopes = () => four(() => ({ requests: tokenBucket(5, 5), concurrency: 4, isHidden: true }));
    await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(400, 250, seed) }), {
      ratio: 0.9,
      hidden: 2,
    });
  });
}

const windows: Readonly<Record<string, () => Limit>> = {
  'a fixed window': () => fixedWindow(300, 20_000),
  'a sliding window': () => slidingWindow(300),
};

for (const [name, limit] of Object.entries(windows)) {
  for (const isHidden of [true, false]) {
    test(`S4: ${name} of 300 a minute is found, ${isHidden ? 'though no reply tells' : 'with headers'}`, async () => {
      const make = () => ({
        scopes: [{ id: 'a', requests: limit(), isHidden }],
        workers: 32,
        services: drawServices(900, 250, 5),
        deadlineMs: 120_000,
      });
      // Whoever comes after the window is used up has to wait for the next one.
      const end = await runGated(make, { ratio: 0.9, hidden: 1, hasLongWaits: true });
      assert.ok(end.provider.wasted().length <= 3);
    });
  }
}

test('S5: keys of different size are all used', async () => {
  const make = (id: string, perMinute: number, concurrency: number) => ({
    id,
    requests: tokenBucket(perMinute / 60, perMinute),
    concurrency,
  });
  const scopes = () => [make('a', 10, 1), make('b', 50, 4), make('c', 200, 16)];
  const end = await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(800, 250, 4) }), {
    ratio: 0.95,
    hidden: 1,
  });
  for (const [scope, most] of [
    ['a', 1],
    ['b', 4],
    ['c', 16],
  ] as const) {
    assert.ok((end.provider.peaks.get(scope) ?? 0) <= most);
  }
});

test('S6: two keys in one scope behave as one', async () => {
  const credentials = ['k1', 'k2'].map((name) => makeCredential(name, { scope: 'org' }));
  const scopes = () => [{ id: 'org', requests: tokenBucket(5, 5), concurrency: 2 }];
  const end = await runGated(
    () => ({ scopes: scopes(), credentials, workers: 8, services: drawServices(200, 250, 6) }),
    { ratio: 0.95, hidden: 1 },
  );
  assert.ok(end.provider.wasted().length <= 1);
  const [one, other] = end.coordinator.snapshot().credentials;
  assert.ok(Math.abs((one?.calls ?? 0) - (other?.calls ?? 0)) <= 20, 'both keys are used');
});

test('S7: a revoked key and one without money cost one call each', async () => {
  const until = (limit: Limit, endMs: number): Limit => ({ ...limit, most: (ms) => limit.most(Math.min(ms, endMs)) });
  const scopes = (): VirtualScope[] => {
    const limit = () => tokenBucket(5, 5);
    return [
      { id: 'a', requests: until(limit(), 5_000), concurrency: 4, faults: [{ kind: 'auth', fromMs: 5_000 }] },
      { id: 'b', requests: until(limit(), 5_000), concurrency: 4, faults: [{ kind: 'quota', fromMs: 5_000 }] },
      { id: 'c', requests: limit(), concurrency: 4 },
      { id: 'd', requests: limit(), concurrency: 4 },
    ];
  };
  const end = await runGated(() => ({ scopes: scopes(), workers: 32, services: drawServices(400, 250, 7) }), {
    ratio: 0.95,
    hidden: 0,
    hasLongWaits: true,
  });
  const troubles = end.provider.truth.filter(({ kind }) => kind !== 'answered').map(({ kind }) => kind);
  assert.deepEqual(troubles.sort(), ['auth', 'quota']);
  const states = end.coordinator.snapshot().credentials.map(({ state }) => state);
  assert.deepEqual(states.slice(0, 2), ['disabled', 'exhausted']);
});

test('S8: ten seconds of overload cost a handful of calls, and no key is blamed', async () => {
  const scopes = () =>
    four(() => ({
      requests: tokenBucket(5, 5),
      concurrency: 4,
      faults: [{ kind: 'overload' as const, fromMs: 5_000, toMs: 15_000 }],
    }));
  const make = () => ({ scopes: scopes(), workers: 32, services: drawServices(400, 250, 8) });
  const end = await runVirtually(make());
  assert.deepEqual(end.failures, []);
  const overloads = end.provider.truth.filter(({ kind }) => kind === 'overload').length;
  assert.ok(overloads <= 8, `${overloads} calls met the overload`);
  // The outage itself, and at most as long again until the next try.
  assert.ok(end.ms <= boundMs(make()) / 0.95 + 10_000 + 10_000, `it took ${end.ms} ms`);
  const told = new Set(end.events.map(({ kind }) => kind));
  assert.ok(told.has('breaker-opened') && told.has('breaker-closed'));
  assert.ok(!told.has('credential-disabled') && !told.has('scope-exhausted') && !told.has('scope-cooling'));
});

for (const modelOf of [() => 'm', (worker: number) => `m${worker % 2}`]) {
  test(`S10: two roles share by weight, with ${modelOf(1) === 'm' ? 'one model' : 'a model each of one scope'}`, async () => {
    const make = (): RunSetup => ({
      scopes: four(() => ({ requests: tokenBucket(5, 5), concurrency: 4 })),
      workers: 32,
      services: drawServices(600, 250, 9),
      roleWeights: { drafter: 2, reviewer: 1 },
      roleOf: (worker) => (worker % 2 === 0 ? 'drafter' : 'reviewer'),
      modelOf,
    });
    const end = await runGated(make, { ratio: 0.95, hidden: 1 });
    const [drafter = 0, reviewer = 0] = ['drafter', 'reviewer'].map((role) => end.perRole.get(role));
    const share = drafter / (drafter + reviewer);
    assert.ok(Math.abs(share - 2 / 3) < 0.05, `drafters got ${share.toFixed(3)}`);
  });
}

test('tokens are paced as told, and what was not used is given back', async () => {
  const make = () => ({
    scopes: four(() => ({ tokens: tokenBucket(1_000, 10_000) })),
    workers: 32,
    services: drawServices(300, 250, 10),
    tokens: drawServices(300, 1_000, 11),
  });
  await runGated(make, { ratio: 0.95, hidden: 0 });
});

test('a day that is used up costs one call, and the other scope goes on', async () => {
  const scopes = [
    { id: 'a', requests: tokenBucket(5, 5), perDay: 50 },
    { id: 'b', requests: tokenBucket(5, 5) },
  ];
  const end = await runVirtually({ scopes, workers: 8, services: drawServices(200, 250, 12) });
  assert.deepEqual(end.failures, []);
  assert.equal(end.provider.truth.filter(({ kind }) => kind === 'quota-day').length, 1);
});

test('long calls do not keep others waiting until they are answered', async () => {
  const make = () => ({
    scopes: names.slice(0, 3).map((id) => ({ id, requests: tokenBucket(2, 100), concurrency: 16 })),
    workers: 32,
    services: drawServices(300, 30_000, 13),
  });
  const end = await runGated(make, { ratio: 0.8, hidden: 1 });
  for (const peak of end.provider.peaks.values()) assert.ok(peak <= 16);
});

test('a hundred workers on three keys are all served, and nobody fails', async () => {
  const make = () => ({
    scopes: names.slice(0, 3).map((id) => ({ id, requests: tokenBucket(2, 2), concurrency: 4 })),
    workers: 100,
    services: drawServices(400, 250, 14),
  });
  const end = await runGated(make, { ratio: 0.95, hidden: 0 });
  assert.ok(jainIndex(end.perWorker) >= 0.98);
});
