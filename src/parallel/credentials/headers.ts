import type { LimitAdvice } from '../../model/exchange.ts';
import { expectedAmounts } from './amounts.ts';
import { levelAt, ratePerMs, smoothCapacity, withLevel } from './bucket.ts';
import { type Bucket, type LaneRow, type LeaseRow, type PoolState, withRow } from './pool-state.ts';

/** Above it a number is no limit, but nonsense. */
const mostSensible = 1e8;
const longestResetMs = 86_400_000;
/** Between our starting a call and the provider's counting it: as long as that, refilling is not counted on. */
const lagMs = 50;

/** What headers say of a limit, as far as it makes sense. */
interface SaneAdvice {
  readonly dimension: LimitAdvice['dimension'];
  readonly perMinute: number;
  readonly remaining: number | null;
  readonly resetMs: number | null;
}

/** What the headers of one reply teach about one limit. The reset time is never a cooldown: it only shows how much fits. */
export function learnFromHeaders(state: PoolState, lease: LeaseRow, advice: LimitAdvice, now: number): PoolState {
  const lane = state.lanes.get(lease.lane);
  const known = lane?.buckets.find(({ dimension, source }) => dimension === advice.dimension && source === 'headers');
  const knownBucket = known === undefined ? undefined : state.buckets.get(known.bucket);
  const perMinute = makeSane(advice.limit, 1, mostSensible) ?? knownBucket?.perMinute;
  if (lane === undefined || perMinute === undefined) return state;
  const { dimension } = advice;
  const remaining = makeSane(advice.remaining, 0, mostSensible);
  const sane: SaneAdvice = {
    dimension,
    perMinute,
    remaining: remaining === null ? null : Math.min(remaining, perMinute),
    resetMs: makeSane(advice.resetMs, 0, longestResetMs),
  };
  const key =
    known !== undefined && knownBucket?.perMinute === perMinute
      ? known.bucket
      : JSON.stringify([lease.scope, dimension, perMinute]);
  const old = state.buckets.get(key) ?? null;
  const reading = readLevels(state, lease, key, sane, now);
  const isOfItsOwn = old !== null && isDisproved(state, lease, key, old, reading.low, now);
  const place = isOfItsOwn ? JSON.stringify([lease.scope, dimension, perMinute, lease.wish.model]) : key;
  const bucket = makeBucket(isOfItsOwn ? null : old, sane, reading, now);
  const moved = useBucket(lane, advice, place);
  const lanes = moved === lane ? state.lanes : withRow(state.lanes, lease.lane, moved);
  return dropUnused({ ...state, lanes, buckets: withRow(state.buckets, place, bucket) }, known?.bucket, place);
}

function makeSane(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null;
}

interface Levels {
  /** What is left at least, if nobody else takes of it. */
  readonly low: number;
  /** What can be left at most. */
  readonly high: number;
}

/**
 * `remaining` was true when the provider counted the call, between its start and its reply. What started later is not in
 * it; of what was under way before, tokens may not be.
 */
function readLevels(
  state: PoolState,
  lease: LeaseRow,
  key: string,
  { dimension, perMinute, remaining }: SaneAdvice,
  now: number,
): Levels {
  if (remaining === null) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const mark = lease.marks[key];
  const taken = state.buckets.get(key)?.taken;
  const others = [...state.leases.values()].filter(
    ({ scope, fence }) => scope === lease.scope && fence !== lease.fence,
  );
  const amountOf = (leases: readonly LeaseRow[]) =>
    leases.reduce((sum, { wish }) => sum + expectedAmounts(wish.tokens)[dimension], 0);
  const later = others.filter(({ fence }) => fence > lease.fence);
  const earlier = others.filter(({ fence }) => fence < lease.fence);
  const since = mark === undefined || taken === undefined ? amountOf(later) : taken - mark;
  const unseen = dimension === 'requests' ? 0 : amountOf(earlier);
  const refilled = Math.max(0, now - lease.reservedAt - lagMs) * ratePerMs({ perMinute, source: 'headers' });
  return { low: remaining - since - unseen, high: remaining - since + refilled };
}

/** Models with the same limit are taken to share it, until one has far more left than all of them together could. */
function isDisproved(state: PoolState, lease: LeaseRow, key: string, old: Bucket, low: number, now: number): boolean {
  const sharers = [...state.lanes.values()].filter(({ buckets }) => buckets.some(({ bucket }) => bucket === key));
  const isShared = sharers.some(({ scope, model }) => scope === lease.scope && model !== lease.wish.model);
  return isShared && low > levelAt(old, now) + Math.max(3, old.perMinute / 10);
}

function makeBucket(old: Bucket | null, advice: SaneAdvice, { low, high }: Levels, now: number): Bucket {
  const { perMinute, remaining } = advice;
  const capacity = findCapacity(old, advice);
  const fresh = remaining === null ? capacity : low;
  const level = old === null ? fresh : Math.max(low, Math.min(levelAt(old, now), high));
  const taken = old?.taken ?? 0;
  const bucket: Bucket = {
    perMinute,
    source: 'headers',
    capacity,
    level,
    at: now,
    taken,
    changedAt: now,
    window: null,
  };
  return withLevel(bucket, level, now);
}

/** How much fits: what is left, and what would come until it is full. */
function findCapacity(old: Bucket | null, { perMinute, remaining, resetMs }: SaneAdvice): number {
  const least = Math.max(smoothCapacity, remaining ?? 0);
  if (remaining === null || resetMs === null) return Math.max(old?.capacity ?? perMinute / 60, least);
  const full = Math.ceil(remaining + (resetMs * perMinute) / 60_000 - 0.02);
  return Math.max(least, Math.min(perMinute, full));
}

function useBucket(lane: LaneRow, { dimension }: LimitAdvice, bucket: string): LaneRow {
  if (lane.buckets.some((use) => use.bucket === bucket)) return lane;
  const others = lane.buckets.filter((use) => use.dimension !== dimension || use.source === 'config');
  return { ...lane, buckets: [...others, { dimension, source: 'headers', bucket }] };
}

/** A limit that was replaced by another is forgotten with the last model that had it. */
function dropUnused(state: PoolState, old: string | undefined, place: string): PoolState {
  if (old === undefined || old === place) return state;
  const isUsed = [...state.lanes.values()].some(({ buckets }) => buckets.some(({ bucket }) => bucket === old));
  return isUsed ? state : { ...state, buckets: withRow(state.buckets, old, null) };
}
