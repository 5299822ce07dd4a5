import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation, Trouble, TroubleKind } from '../../../src/model/exchange.ts';
import { endOfProviderDay } from '../../../src/parallel/credentials/calendar.ts';
import type { Readiness } from '../../../src/parallel/credentials/objection.ts';
import { PoolPlay, startAt } from './pool-play.ts';
import { answered, troubled } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = makeCredential('any').limits;
const many = makeCredential('k', { limits: { ...limits, concurrency: 8, requestsPerMinute: 60_000 } });

function atOf(readiness: Readiness): number | null {
  return readiness.kind === 'later' ? readiness.at : null;
}

/** What a trouble does, seen from a call that comes right after it, for the same model and for another one. */
const reactions: readonly [TroubleKind, Partial<Trouble>, string, string][] = [
  ['auth', { status: 401 }, 'never', 'never'],
  ['auth', { status: 403, isModelOnly: true }, 'never', 'ready'],
  ['quota', { status: 402 }, 'never', 'never'],
  ['quota', { isModelOnly: true }, 'never', 'ready'],
  ['quota', { retryAt: startAt + 86_400_000 }, 'later', 'later'],
  ['quota-day', {}, 'later', 'later'],
  ['quota-day', { isModelOnly: true }, 'later', 'ready'],
  ['accel', { retryAt: startAt + 9_000 }, 'later', 'ready'],
  ['rate', { retryAt: startAt + 9_000 }, 'later', 'ready'],
  ['rate', { retryAt: Number.NaN }, 'later', 'ready'],
  ['unknown-429', {}, 'later', 'ready'],
  ['overload', { status: 529 }, 'ready', 'ready'],
  ['transient', { status: null }, 'ready', 'ready'],
  ['request', { status: 400 }, 'ready', 'ready'],
];

for (const [kind, change, same, other] of reactions) {
  test(`${kind} ${JSON.stringify(change)}: the model is ${same}, another one is ${other}`, () => {
    const play = new PoolPlay(many);
    const [first, second] = [play.start(), play.start()];
    play.end(second, troubled(kind, change));
    assert.equal(play.ready().kind, same);
    assert.equal(play.ready({ model: 'other' }).kind, other);
    play.end(first, answered);
    assert.equal(play.ready().kind, same, 'an answer to an older call changes nothing');
  });
}

test('a rest is never cut short: the later end counts', () => {
  const play = new PoolPlay(many);
  const leases = [play.start(), play.start(), play.start()];
  for (const [at, seconds] of [30, 10, 20].entries()) {
    play.end(leases[at] ?? '', troubled('rate', { retryAt: startAt + seconds * 1_000 }));
    assert.equal(play.lane().cooling?.until, startAt + 30_000);
    assert.ok((atOf(play.ready()) ?? 0) >= startAt + 30_000);
  }
  assert.equal(play.lane().cooling?.count, 1, 'calls that were under way together count once');
});

test('a refusal without a reason rests for longer each time, up to a quarter of an hour', () => {
  const play = new PoolPlay(many);
  const rests: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    play.end(play.start(), troubled('unknown-429'), 0.999);
    rests.push((play.lane().cooling?.until ?? 0) - play.now);
    play.pass(rests.at(-1) ?? 0);
  }
  assert.deepEqual(rests.map((ms) => Math.round(ms / 1_000)).slice(0, 4), [5, 10, 20, 40]);
  assert.ok(rests.slice(8).every((ms) => ms <= 900_000 && ms >= 890_000));
  play.pass(1_000_000).end(play.start(), answered);
  assert.equal(play.lane().cooling, null);
});

test('after a rest one tries, and only its answer or its end lets the others in', () => {
  const play = new PoolPlay(many);
  play.end(play.start(), troubled('unknown-429')).pass(900_000);
  const probe = play.start();
  assert.equal(play.ready().kind, 'occupied');
  play.end(probe, troubled('transient', { status: null }));
  assert.equal(play.ready().kind, 'ready');
  play.end(play.start(), answered);
  play.start();
  assert.equal(play.ready().kind, 'ready');
});

test('a quota without an end is over only when a new batch tries, or a person says so', () => {
  const play = new PoolPlay(many);
  play.end(play.start(), troubled('quota')).pass(86_400_000 * 40);
  assert.equal(play.ready().kind, 'never');
  play.apply({ kind: 'joined', credentials: [many] });
  assert.equal(play.ready().kind, 'ready');
  const probe = play.start();
  assert.equal(play.ready().kind, 'occupied');
  play.end(probe, troubled('quota'));
  assert.equal(play.ready().kind, 'never');
  play.apply({ kind: 'enabled', credential: many });
  assert.equal(play.ready().kind, 'ready');
});

test("a day's quota is tried after ten minutes, an hour, and at its end", () => {
  const google = makeCredential('g', { provider: 'google', limits: many.limits });
  const play = new PoolPlay(google);
  const end = endOfProviderDay('google', startAt);
  assert.equal(new Date(end).toISOString(), '2026-11-17T08:00:00.000Z', 'midnight in California');
  for (const expected of [600_000, 3_600_000, end - startAt - 4_200_000]) {
    play.end(play.start(), troubled('quota-day', { retryAt: end }), 0);
    const at = atOf(play.ready()) ?? 0;
    assert.equal(at - play.now, expected);
    play.now = at;
  }
});

test('three overloads within ten seconds open the breaker for all keys, for longer each time', () => {
  const play = new PoolPlay(many);
  const overload = troubled('overload', { status: 529 });
  play.end(play.start(), overload).pass(6_000).end(play.start(), overload).pass(6_000);
  play.end(play.start(), overload);
  assert.equal(play.ready().kind, 'ready', 'the first one is forgotten');
  play.end(play.start(), overload);
  assert.equal(atOf(play.ready()), play.now + 5_000);
  for (const expected of [10_000, 20_000, 40_000, 80_000, 120_000, 120_000]) {
    play.now = atOf(play.ready()) ?? 0;
    const probe = play.start();
    assert.equal(play.ready().kind, 'occupied', 'one tries');
    play.end(probe, overload);
    assert.equal(atOf(play.ready()), play.now + expected);
  }
  play.pass(120_000).end(play.start(), troubled('request', { status: 400 }));
  assert.equal(play.ready().kind, 'ready', 'whatever it says, it answers');
});

test('the window: one, two, and more with each answer that filled it, until one was too many', () => {
  const play = new PoolPlay();
  assert.equal(play.scope.window.size, 1);
  play.end(play.start(), answered);
  assert.equal(play.scope.window.size, 2);
  const two = [play.start(), play.start()];
  play.end(two[0] ?? '', answered);
  assert.equal(play.scope.window.size, 2, 'it did not fill the window');
  play.end(two[1] ?? '', answered);
  assert.equal(play.scope.window.size, 3);
  const three = [play.start(), play.start(), play.start()];
  play.end(three[0] ?? '', answered);
  play.end(three[2] ?? '', troubled('concurrency'));
  assert.deepEqual(play.scope.window, { size: 2, isFound: true, changedAt: play.now });
  play.end(play.start(), answered);
  assert.equal(play.scope.window.size, 2, 'it is held');
  play.pass(600_000).end(three[1] ?? '', answered);
  assert.equal(play.scope.window.size, 3, 'and tried again after ten minutes');
});

test('a call that is alone and still one too many makes its model rest', () => {
  const play = new PoolPlay();
  play.end(play.start(), troubled('concurrency'));
  assert.equal(play.ready().kind, 'later');
});

test('growing too fast halves the window', () => {
  const play = new PoolPlay(many);
  play.end(play.start(), troubled('accel', { retryAt: startAt + 1_000 }));
  assert.equal(play.scope.window.size, 4);
});

test('before the first answer one call is under way, and another after a while', () => {
  const play = new PoolPlay();
  const lease = play.start();
  const readiness = play.ready();
  assert.equal(atOf(readiness), startAt + 1_000);
  play.pass(1_000);
  assert.equal(atOf(play.ready()), startAt + 5_000);
  play.pass(4_000);
  assert.equal(play.ready().kind, 'ready');
  play.end(lease, answered);
  assert.equal(play.ready().kind, 'ready');
});

test('a lost owner: its places are free, what it took of limits and budgets is gone', () => {
  const play = new PoolPlay(makeCredential('k', { limits: { ...limits, concurrency: 1, requestsPerMinute: 60 } }));
  play.start({ owner: 'dead' });
  const level = play.level('config');
  play.apply({ kind: 'owner-gone', owner: 'dead' });
  assert.equal(play.state.leases.size, 0);
  assert.equal(play.level('config'), level);
  assert.equal(play.state.credentials.get('k')?.today.usd, 0.01);
  assert.equal(play.state.credentials.get('k')?.today.tokens, 10);
});

test('a stale release changes nothing at all', () => {
  const play = new PoolPlay(many);
  const lease = play.start();
  const before = play.state;
  play.apply({ kind: 'released', lease, fence: 99, observation: troubled('auth'), jitter: 0 });
  play.apply({ kind: 'released', lease: 'gone', fence: 1, observation: troubled('auth'), jitter: 0 });
  assert.equal(play.state, before);
});

test('what is unmeasured counts as expected, and is known as unmeasured', () => {
  const play = new PoolPlay(many);
  const unmeasured: Observation = { ...answered, usd: null, usage: null };
  play
    .end(play.start(), unmeasured)
    .end(play.start(), troubled('rate', { retryAt: startAt }))
    .end(play.start(), troubled('transient', { status: null }));
  const today = play.state.credentials.get('k')?.today;
  assert.equal(today?.usd, 0.02, 'an answer, and a silence that may have been one');
  assert.equal(today?.unmeasured, 2);
  assert.equal(today?.tokens, 20);
  assert.deepEqual([today?.guessedUsd, today?.guessedTokens], [0.02, 20], 'none of it is known');
  assert.equal(today?.rejected, 1);
  assert.equal(today?.calls, 3);
});

const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

test('a call of which nothing was sent takes no tokens and no money, whatever ended it', () => {
  for (const kind of ['transient', 'abandoned'] as const) {
    const play = new PoolPlay(makeCredential('k', { limits: { ...limits, tokensPerMinute: 6_000, concurrency: 8 } }));
    const lease = play.start();
    const level = play.level('config');
    play.end(lease, { ...troubled(kind, { status: null }), usage: nothing, usd: 0 });
    const today = play.state.credentials.get('k')?.today;
    assert.deepEqual([today?.usd, today?.tokens, today?.unmeasured, today?.calls], [0, 0, 0, 1], kind);
    assert.equal(play.level('config'), level + 10, 'what was reserved of the limit is there again');
  }
});

test('a refusal that came with 200, or a redirect, takes no tokens of the day or of a limit', () => {
  for (const [kind, status] of [['overload', 200] as const, ['request', 302] as const]) {
    const play = new PoolPlay(makeCredential('k', { limits: { ...limits, tokensPerMinute: 6_000, concurrency: 8 } }));
    const lease = play.start();
    const level = play.level('config');
    play.end(lease, { ...troubled(kind, { status }), usd: 0 });
    const today = play.state.credentials.get('k')?.today;
    assert.deepEqual([today?.usd, today?.tokens, today?.unmeasured, today?.calls], [0, 0, 0, 1], kind);
    assert.equal(play.level('config'), level + 10, 'what was reserved of the limit is there again');
  }
});

test('what is measured and what may have been used are counted together, and kept apart', () => {
  const play = new PoolPlay(many);
  play.end(play.start(), answered).end(play.start(), troubled('transient', { status: null }));
  const today = play.state.credentials.get('k')?.today;
  assert.equal(today?.usd, 0.02);
  assert.equal(today?.guessedUsd, 0.01);
  assert.equal(today?.guessedTokens, 10);
});

test('of two keys in one scope the lower limit that is named counts', () => {
  const named = { ...limits, requestsPerMinute: 60, concurrency: 3 };
  const play = new PoolPlay(makeCredential('k', { scope: 'org', limits: named }));
  const other = makeCredential('k2', { scope: 'org', limits: { ...limits, requestsPerMinute: 30 } });
  play.apply({ kind: 'joined', credentials: [play.credential, other] });
  assert.equal(play.scope.known.requestsPerMinute, 30);
  assert.equal(play.scope.known.concurrency, 3);
  play.start();
  assert.equal(play.buckets('config')[0]?.perMinute, 30);
  play.apply({ kind: 'joined', credentials: [play.credential] });
  assert.equal(play.buckets('config')[0]?.perMinute, 60);
});
