import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenBucket } from './virtual-limits.ts';
import { boundMs, drawServices, makeCredential, runVirtually } from './virtual-run.ts';

test('roles share by weight over all keys, also where some keys are for one role alone', async () => {
  const rolesOf: Readonly<Record<string, readonly string[] | null>> = {
    a: ['drafter'],
    b: null,
    c: null,
    d: ['reviewer'],
  };
  const end = await runVirtually({
    scopes: Object.keys(rolesOf).map((id) => ({ id, requests: tokenBucket(5, 5), concurrency: 4 })),
    credentials: Object.entries(rolesOf).map(([name, roles]) => makeCredential(name, { roles })),
    workers: 32,
    services: drawServices(400, 250, 10),
    roleWeights: { drafter: 2, reviewer: 1 },
    roleOf: (worker) => (worker % 2 === 0 ? 'drafter' : 'reviewer'),
  });
  const [drafter = 0, reviewer = 0] = ['drafter', 'reviewer'].map((role) => end.perRole.get(role));
  const share = drafter / (drafter + reviewer);
  assert.ok(Math.abs(share - 2 / 3) < 0.02, `drafters got ${share.toFixed(3)}`);
});

test('a role that could not be served for a while does not lock the others out afterwards', async () => {
  const end = await runVirtually({
    scopes: [
      { id: 'a', requests: tokenBucket(5, 5), faults: [{ kind: 'auth', fromMs: 10_000 }] },
      { id: 'b', requests: tokenBucket(5, 5), faults: [{ kind: 'rate', fromMs: 0, toMs: 8_000 }] },
    ],
    credentials: [makeCredential('a', { roles: ['drafter'] }), makeCredential('b')],
    workers: 16,
    services: drawServices(160, 250, 11),
    roleOf: (worker) => (worker % 2 === 0 ? 'drafter' : 'reviewer'),
  });
  assert.deepEqual(end.failures, []);
  const [drafter = 0, reviewer = 0] = ['drafter', 'reviewer'].map((role) => end.perRole.get(role));
  assert.ok(drafter - reviewer > 20, `drafters got ${drafter}, reviewers ${reviewer}`);
});

for (const seed of [1, 2, 3]) {
  test(`where the told limit has plenty, its places are filled quickly (seed ${seed})`, async () => {
    const make = (id: string, perMinute: number, concurrency: number) => {
      return { id, requests: tokenBucket(perMinute / 6, perMinute), concurrency };
    };
    const setup = () => ({
      scopes: [make('a', 10, 1), make('b', 50, 4), make('c', 200, 16)],
      workers: 32,
      services: drawServices(1_200, 250, seed),
    });
    const end = await runVirtually(setup());
    const ratio = boundMs(setup()) / end.ms;
    assert.ok(ratio >= 0.96, `throughput is ${ratio.toFixed(3)} of the bound`);
    const wasted = end.provider.wasted().length;
    assert.ok(wasted <= 3 + 6, `${wasted} calls were wasted`);
  });
}

test('where nothing tells of a rate, calls of a scope do not start together', async () => {
  const end = await runVirtually({
    scopes: [{ id: 'a', requests: tokenBucket(5, 20), isHidden: true }],
    workers: 16,
    services: drawServices(40, 250, 12),
  });
  const starts = end.provider.truth.map(({ atMs }) => atMs);
  const first = end.provider.truth.findIndex(({ kind }) => kind !== 'answered');
  assert.ok(first > 10, 'there is a refusal, after a number of calls');
  const gaps = starts.slice(1, first + 1).map((at, before) => at - (starts[before] ?? 0));
  assert.ok(Math.min(...gaps) >= 10, `two calls started within ${Math.min(...gaps)} ms`);
});
