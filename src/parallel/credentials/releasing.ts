import type { Observation, Trouble, Usage } from '../../model/exchange.ts';
import { expectedAmounts, mayHaveRun, subtractAmounts, usedAmounts } from './amounts.ts';
import { makeBreaker, noteAnswer, noteOverload, noteSilence } from './breaker.ts';
import { giveBack } from './bucket.ts';
import type { PoolEvent } from './events.ts';
import { learnFromHeaders } from './headers.ts';
import { clearProbes, loseLease } from './membership.ts';
import { type LeaseRow, type PoolState, withRow } from './pool-state.ts';
import { noteSuccess, reactToTrouble } from './reactions.ts';
import { credentialRow } from './rows.ts';
import { addSpending } from './spending.ts';

type Released = Extract<PoolEvent, { kind: 'released' }>;

/** A call has ended: its place is free, what it took is settled, and what it taught is learned. A stale one does nothing. */
export function release(state: PoolState, event: Released, now: number): PoolState {
  const lease = state.leases.get(event.lease);
  if (lease === undefined || lease.fence !== event.fence) return state;
  const { observation } = event;
  // It may have run, and nobody has said anything: nothing is learned of it.
  const isLost = observation.trouble?.kind === 'abandoned' && observation.usage === null;
  if (isLost) return loseLease(state, event.lease, now);
  const settled = settle(state, lease, observation, now);
  const taught = observation.advice.reduce((next, advice) => learnFromHeaders(next, lease, advice, now), settled);
  const broken = noteBreaker(taught, event.lease, lease, observation.trouble, now);
  const reacted =
    observation.trouble === null
      ? noteSuccess(broken, event.lease, lease, now)
      : reactToTrouble(broken, lease, observation.trouble, event.jitter, now);
  return clearProbes({ ...reacted, leases: withRow(reacted.leases, event.lease, null) }, event.lease, lease);
}

function settle(state: PoolState, lease: LeaseRow, observation: Observation, now: number): PoolState {
  const expected = expectedAmounts(lease.wish.tokens);
  const rest = subtractAmounts(expected, usedAmounts(lease.wish.tokens, observation));
  const buckets = new Map(state.buckets);
  for (const { bucket, dimension } of state.lanes.get(lease.lane)?.buckets ?? []) {
    const row = buckets.get(bucket);
    const wasTaken = Object.hasOwn(lease.marks, bucket);
    if (row !== undefined && wasTaken && rest[dimension] !== 0) {
      buckets.set(bucket, giveBack(row, rest[dimension], now));
    }
  }
  return spend({ ...state, buckets }, lease, observation, now);
}

/** Where a price or a count is missing, what was expected counts against a budget, and as a guess. */
function spend(state: PoolState, lease: LeaseRow, observation: Observation, now: number): PoolState {
  const { usage, usd, trouble } = observation;
  const row = credentialRow(state, lease.credential, now);
  const hasRun = mayHaveRun(observation);
  const { input, output } = lease.wish.tokens;
  const guess = {
    usd: usd === null && hasRun ? (lease.wish.usd ?? 0) : 0,
    tokens: usage === null && hasRun ? input + output : 0,
  };
  const measured = { usd: usd ?? 0, tokens: usage === null ? 0 : sumTokens(usage) };
  const counted = addSpending(row.today, measured, guess);
  const today = {
    ...counted,
    rejected: counted.rejected + (trouble?.status === 429 ? 1 : 0),
    unmeasured: counted.unmeasured + (usd === null && hasRun ? 1 : 0),
  };
  return { ...state, credentials: withRow(state.credentials, lease.credential, { ...row, today }) };
}

function sumTokens({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
}

function noteBreaker(state: PoolState, id: string, lease: LeaseRow, trouble: Trouble | null, now: number): PoolState {
  const old = state.breakers.get(lease.breaker) ?? makeBreaker(lease.wish);
  const next = judge();
  return next === old ? state : { ...state, breakers: withRow(state.breakers, lease.breaker, next) };

  function judge() {
    if (trouble?.kind === 'abandoned') return old;
    if (trouble?.kind === 'overload') return noteOverload(old, id, trouble.retryAt, now);
    return trouble?.kind === 'transient' ? noteSilence(old, id, now) : noteAnswer(old, id, now);
  }
}
