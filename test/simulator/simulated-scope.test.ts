import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawServiceTimes } from '../../src/simulator/random.ts';
import type { ScopeSetup } from '../../src/simulator/setup.ts';
import { SimulatedScope } from '../../src/simulator/simulated-scope.ts';

const setup: ScopeSetup = { id: 'one', provider: 'anthropic', keys: ['a', 'b'] };
const open = (more: Partial<ScopeSetup>, seed = 1) =>
  new SimulatedScope({ ...setup, ...more }, { now: 0, seed, timeScale: 1 });
const call = { keyIndex: 0, model: 'm', inputTokens: 1 };
const nothing = { input: 1, output: 0 };

/** A caller who starts a call whenever he may, in virtual time. */
function playGreedily(scope: SimulatedScope, calls: number): { endAt: number; refusals: number } {
  let now = 0;
  let refusals = 0;
  const ends: number[] = [];
  for (let started = 0; started < calls; ) {
    while (ends[0] !== undefined && ends[0] <= now) scope.end(ends.shift() ?? 0, 'm', nothing);
    const verdict = scope.begin(now, call);
    if (verdict.kind === 'admitted') {
      started += 1;
      ends.push(now + verdict.serviceMs);
      ends.sort((a, b) => a - b);
    } else {
      refusals += 1;
      now += Math.max(1, verdict.refusal.waitMs ?? (ends[0] ?? now) - now);
    }
  }
  return { endAt: Math.max(now, ...ends), refusals };
}

test('a caller who comes back when told attains the bound of the rate, in virtual time', () => {
  const limits = { requests: { kind: 'bucket', perMinute: 300, burst: 5 } } as const;
  const { endAt } = playGreedily(open({ limits, service: [250] }), 10_000);
  const boundMs = ((10_000 - 5) / 5) * 1000 + 250;
  assert.ok(endAt >= boundMs - 1 && endAt <= boundMs * 1.001, `${endAt} for ${boundMs}`);
});

test('a scope that is bound by concurrency is never idle and never over', () => {
  const service = drawServiceTimes(3, 500, { ms: 250, spread: 0.5 });
  const { endAt } = playGreedily(open({ limits: { concurrency: 4 }, service }), 500);
  const boundMs = service.reduce((sum, ms) => sum + ms, 0) / 4;
  assert.ok(endAt >= boundMs && endAt <= boundMs + Math.max(...service) + 500, `${endAt} for ${boundMs}`);
});

test('service times are the same for the same seed, and lie around their median', () => {
  const times = drawServiceTimes(5, 2001, { ms: 250, spread: 0.4 });
  assert.deepEqual(times, drawServiceTimes(5, 2001, { ms: 250, spread: 0.4 }));
  assert.notDeepEqual(times, drawServiceTimes(6, 2001, { ms: 250, spread: 0.4 }));
  const median = times.toSorted((a, b) => a - b)[1000] ?? 0;
  assert.ok(median > 225 && median < 275, `${median}`);
});

test('what one scope does moves no other', () => {
  const draw = (id: string) => {
    const scope = open({ id, service: { ms: 100, spread: 1 } });
    return Array.from({ length: 5 }, () => scope.begin(0, call));
  };
  assert.deepEqual(draw('x'), draw('x'));
  assert.notDeepEqual(draw('x'), draw('y'));
});

test('two keys of one scope share all of it, and one of them can be revoked', () => {
  const scope = open({ limits: { requests: { kind: 'fixed', perMinute: 2 } } });
  assert.equal(scope.begin(0, call).kind, 'admitted');
  assert.equal(scope.begin(0, { ...call, keyIndex: 1 }).kind, 'admitted');
  const refused = scope.begin(0, { ...call, keyIndex: 1 });
  assert.equal(refused.kind === 'refused' && refused.refusal.kind, 'rate');
  scope.set(0, { revokedKeys: [0] });
  const revoked = scope.begin(60_000, call);
  assert.equal(revoked.kind === 'refused' && revoked.refusal.kind, 'auth');
  assert.equal(scope.begin(60_000, { ...call, keyIndex: 1 }).kind, 'admitted');
});

test('limits that are set while calls run start unused, and know of those that run', () => {
  const scope = open({});
  scope.begin(0, call);
  scope.set(0, { limits: { concurrency: 1, requests: { kind: 'fixed', perMinute: 1 } } });
  const refused = scope.begin(0, call);
  assert.equal(refused.kind === 'refused' && refused.refusal.kind, 'concurrency');
  scope.end(0, 'm', nothing);
  assert.equal(scope.begin(0, call).kind, 'admitted');
});

test('faults that are set count from then', () => {
  const scope = open({});
  scope.begin(0, call);
  scope.set(5000, { faults: [{ kind: 'overload', toMs: 1000, toCall: 2 }] });
  const kinds = [5000, 5999, 5999, 6000].map((now) => scope.begin(now, call).kind);
  assert.deepEqual(kinds, ['refused', 'refused', 'admitted', 'admitted']);
});

test('ten thousand calls in virtual time take no time', () => {
  const limits = { requests: { kind: 'sliding', perMinute: 600 }, tokens: { kind: 'bucket', perMinute: 1e6 } } as const;
  const scope = open({ limits });
  const before = process.cpuUsage();
  let now = 0;
  for (let answered = 0; answered < 10_000; ) {
    const verdict = scope.begin(now, call);
    if (verdict.kind === 'refused') now += verdict.refusal.waitMs ?? 0;
    else answered += 1;
    if (verdict.kind === 'admitted') scope.end(now, 'm', nothing);
  }
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 5_000_000, `${user + system} µs`);
});
