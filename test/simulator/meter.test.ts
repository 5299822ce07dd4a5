import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Meter, makeMeter } from '../../src/simulator/meter.ts';
import type { RateLimit } from '../../src/simulator/setup.ts';

const minuteMs = 60_000;

const limits = fc.oneof(
  fc.record({
    kind: fc.constant('bucket' as const),
    perMinute: fc.integer({ min: 1, max: 300 }),
    burst: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({
    kind: fc.constant('fixed' as const),
    perMinute: fc.integer({ min: 1, max: 20 }),
    phaseMs: fc.integer({ min: 0, max: 59_999 }),
  }),
  fc.record({ kind: fc.constant('sliding' as const), perMinute: fc.integer({ min: 1, max: 20 }) }),
);
const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 120 });

/** Takes one at each time where that is allowed; tells when. */
function takeWhereAllowed(meter: Meter, times: readonly number[]): number[] {
  return times.filter((now) => {
    const isAllowed = meter.waitMs(now, 1) === 0;
    if (isAllowed) meter.take(now, 1);
    return isAllowed;
  });
}

function timesOf(pausesMs: readonly number[]): number[] {
  let now = 1_700_000_000_000;
  return pausesMs.map((pauseMs) => {
    now += pauseMs;
    return now;
  });
}

/** What the bound allows from one start to another, both counted. */
function mostStarts(limit: RateLimit, fromAt: number, toAt: number): number {
  const spanMs = toAt - fromAt;
  if (limit.kind === 'bucket') return (limit.burst ?? limit.perMinute) + (spanMs * limit.perMinute) / minuteMs;
  if (limit.kind === 'sliding') return limit.perMinute * (Math.floor(spanMs / minuteMs) + 1);
  const windowOf = (at: number) => Math.floor((at - (limit.phaseMs ?? 0)) / minuteMs);
  return limit.perMinute * (windowOf(toAt) - windowOf(fromAt) + 1);
}

test('no meter ever lets more through than its limit, in whatever span one looks', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, pausesMs) => {
      const taken = takeWhereAllowed(makeMeter(limit, minuteMs), timesOf(pausesMs));
      for (const [first, fromAt] of taken.entries())
        for (const [more, toAt] of taken.slice(first).entries())
          assert.ok(more + 1 <= mostStarts(limit, fromAt, toAt) + 1e-3, `${more + 1} from ${fromAt} to ${toAt}`);
    }),
    { numRuns: 300 },
  );
});

test('the wait that a meter names is enough, and a moment less is not', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, pausesMs) => {
      const meter = makeMeter(limit, minuteMs);
      const times = timesOf(pausesMs);
      takeWhereAllowed(meter, times);
      const now = times.at(-1) ?? 0;
      const waitMs = meter.waitMs(now, 1);
      assert.equal(meter.waitMs(now + waitMs, 1), 0);
      if (waitMs > 1) assert.ok(meter.waitMs(now + waitMs - 1, 1) > 0);
    }),
    { numRuns: 300 },
  );
});

test('what is advertised as remaining can be taken at once, and no more', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, pausesMs) => {
      const meter = makeMeter(limit, minuteMs);
      const times = timesOf(pausesMs);
      takeWhereAllowed(meter, times);
      const now = times.at(-1) ?? 0;
      const { remaining, resetMs } = meter.read(now);
      assert.equal(takeWhereAllowed(meter, new Array(remaining + 5).fill(now)).length, remaining);
      assert.ok(resetMs >= 0 && resetMs <= minuteMs * 20);
    }),
    { numRuns: 300 },
  );
});

test('after the time to full replenishment all of it is there', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, pausesMs) => {
      const meter = makeMeter(limit, minuteMs);
      const times = timesOf(pausesMs);
      takeWhereAllowed(meter, times);
      const now = times.at(-1) ?? 0;
      const whole = limit.kind === 'bucket' ? limit.burst : limit.perMinute;
      assert.equal(meter.read(now + meter.read(now).resetMs + 0.001).remaining, whole);
    }),
    { numRuns: 300 },
  );
});

test('a debt of a bucket is never larger than its burst', () => {
  const meter = makeMeter({ kind: 'bucket', perMinute: 60, burst: 5 }, minuteMs);
  for (let call = 0; call < 100; call += 1) meter.take(1000, 1);
  assert.equal(meter.waitMs(1000, 1), 6000);
});

test('more than can ever be there may start when all is there', () => {
  for (const kind of ['bucket', 'fixed', 'sliding'] as const) {
    const meter = makeMeter({ kind, perMinute: 10 }, minuteMs);
    assert.equal(meter.waitMs(0, 1000), 0, kind);
    meter.take(0, 1);
    assert.ok(meter.waitMs(0, 1000) > 0, kind);
  }
});

test('a clock that goes back gives nothing twice', () => {
  for (const kind of ['bucket', 'fixed'] as const) {
    const meter = makeMeter({ kind, perMinute: 1 }, minuteMs);
    meter.take(120_000, 1);
    assert.ok(meter.waitMs(30_000, 1) > 0, kind);
  }
});
