import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TroubleKind } from '../../../src/model/exchange.ts';
import type { PoolState } from '../../../src/parallel/credentials/pool-state.ts';
import { PoolPlay } from './pool-play.ts';
import { answered, troubled } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = { ...makeCredential('any').limits, requestsPerMinute: 60_000 };
const abandoned = troubled('abandoned', { status: null });

const kinds: TroubleKind[] = ['auth', 'quota', 'quota-day', 'accel', 'concurrency', 'rate', 'overload', 'transient'];
const step = fc.record({
  kind: fc.oneof(
    fc.constant('overload' as const),
    fc.constantFrom(null, 'request' as const, 'unknown-429' as const, ...kinds),
  ),
  waitMs: fc.constantFrom(0, 10, 1_000, 6_000, 60_000),
  isLeftOpen: fc.boolean(),
  hasJoined: fc.boolean(),
});

/** All that stands, without who is trying and without what was spent: that may change. */
function standing({ lanes, scopes, buckets, breakers, credentials, roles }: PoolState): unknown {
  const rows = { lanes: [...lanes], scopes: [...scopes], buckets: [...buckets], breakers: [...breakers] };
  const hidden = new Set(['probe', 'isProbeDue', 'usd', 'tokens', 'guessedUsd', 'guessedTokens', 'unmeasured']);
  return JSON.parse(
    JSON.stringify({ ...rows, credentials: [...credentials], roles: [...roles] }, (key, value) =>
      hidden.has(key) ? undefined : value,
    ),
  );
}

test('whatever came before, a call that was broken off changes nothing but what may be spent', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const play = new PoolPlay(makeCredential('k', { limits }));
      for (const { kind, waitMs, isLeftOpen, hasJoined } of steps) {
        if (hasJoined) play.apply({ kind: 'joined', credentials: [play.credential] });
        const lease = play.start();
        play.pass(waitMs);
        if (!isLeftOpen) play.end(lease, kind === null ? answered : troubled(kind));
      }
      const lease = play.start();
      const before = play.state;
      const today = before.credentials.get('k')?.today;
      play.end(lease, abandoned);
      assert.deepEqual(standing(play.state), standing(before));
      assert.equal(play.state.leases.size, before.leases.size - 1);
      const after = play.state.credentials.get('k')?.today;
      assert.equal(after?.usd, (today?.usd ?? 0) + 0.01);
      assert.equal(after?.tokens, (today?.tokens ?? 0) + 10);
      assert.ok(
        !JSON.stringify([...play.state.lanes, ...play.state.scopes, ...play.state.breakers]).includes(
          `"probe":"${lease}"`,
        ),
      );
    }),
    { numRuns: 300 },
  );
});

test('a call that tried and was broken off leaves the trying to the next one', () => {
  const play = new PoolPlay(makeCredential('k', { limits: { ...limits, concurrency: 8 } }));
  play.end(play.start(), troubled('unknown-429')).pass(900_000);
  const probe = play.start();
  assert.equal(play.ready().kind, 'occupied');
  play.end(probe, abandoned);
  assert.equal(play.ready().kind, 'ready');
  play.start();
  assert.equal(play.ready().kind, 'occupied', 'it still rests: again one tries');
});

test('a breaker stays open while those that try are broken off, and a disabled key stays disabled', () => {
  const play = new PoolPlay(makeCredential('k', { limits: { ...limits, concurrency: 8 } }));
  for (let count = 0; count < 3; count += 1) play.end(play.start(), troubled('overload', { status: 529 }));
  play.pass(5_000).end(play.start(), abandoned).start();
  assert.equal(play.ready().kind, 'occupied');
  const other = new PoolPlay(makeCredential('k', { limits: { ...limits, concurrency: 8 } }));
  other.end(other.start(), troubled('auth', { status: 401 }));
  other.apply({ kind: 'joined', credentials: [other.credential] }).end(other.start(), abandoned);
  assert.notEqual(other.state.credentials.get('k')?.disabled, null);
  assert.equal(other.ready().kind, 'ready', 'the next one may try');
});
