import type { Dimension } from '../../model/exchange.ts';
import { levelAt, smoothCapacity } from './bucket.ts';
import { flowUntil, listTaken } from './measure.ts';
import { type Bucket, type LaneRow, type LeaseRow, type PoolState, type WindowOfTime, withRow } from './pool-state.ts';

/** What a first refusal shows is too much: it holds what could be taken at once before. */
const firstShare = 0.85;
const nextShare = 0.85;
const probeEveryMs = 120_000;
const probeStep = 1.05;
/** In units of the mean time between two calls: a wait that is longer is the end of a window, not the next drop. */
const longWait = 3;
const mostDoubts = 2;
const doubtMs = 20;
/** What follows from few calls may be off by the unevenness of a network. */
const fewCalls = 4;
const fewCallsShare = 0.97;
/** Calls do not arrive as evenly as they start: so much we stay behind what is allowed. */
const unevenMs = 60;

export interface Refusal {
  readonly dimension: Dimension;
  readonly until: number;
  /** The provider said so; otherwise the time is our own guess. */
  readonly isTold: boolean;
}

/**
 * Learns a limit that no header tells, from a refusal. When the provider names the time from which it works again, its
 * limit is used up to just that moment; between two such moments exactly as much was let in as it allows.
 */
export function learnFromRefusal(state: PoolState, lease: LeaseRow, refusal: Refusal, now: number): PoolState {
  const lane = state.lanes.get(lease.lane);
  if (lane === undefined) return state;
  const told = lane.buckets.find((use) => use.source === 'headers' && use.dimension === refusal.dimension);
  const restrained = told === undefined ? state : restrain(state, told.bucket, refusal.until);
  const key = refusedKey(lease, refusal.dimension);
  const old = state.buckets.get(key) ?? null;
  const bucket = told === undefined || isLong(lane, refusal, now) ? estimate(lane, old, refusal, now) : null;
  if (bucket === null) return restrained;
  const isUsed = lane.buckets.some((use) => use.bucket === key);
  const use = { dimension: refusal.dimension, source: 'refusals', bucket: key } as const;
  const buckets = isUsed ? lane.buckets : [...lane.buckets, use];
  const measure = { exactSince: refusal.until, spells: [] };
  return {
    ...restrained,
    lanes: withRow(state.lanes, lease.lane, { ...lane, measure, buckets }),
    buckets: withRow(restrained.buckets, key, { ...bucket, taken: old?.taken ?? 0 }),
  };
}

/** When the rest is over, one call finds out from the headers how much there is. */
function restrain(state: PoolState, key: string, until: number): PoolState {
  const bucket = state.buckets.get(key);
  if (bucket === undefined) return state;
  return { ...state, buckets: withRow(state.buckets, key, { ...bucket, level: Math.min(1, bucket.level), at: until }) };
}

/** One more was refused of those that were under way: so much less fits. */
export function noteLateRefusal(state: PoolState, lease: LeaseRow, amount: number, dimension: Dimension): PoolState {
  const key = refusedKey(lease, dimension);
  const bucket = state.buckets.get(key);
  if (bucket === undefined || bucket.capacity <= smoothCapacity) return state;
  const capacity = Math.max(smoothCapacity, bucket.capacity - amount);
  const window = bucket.window === null ? null : dropLast(bucket.window, amount);
  const changed = { ...bucket, capacity, window, level: Math.min(capacity, bucket.level) };
  return { ...state, buckets: withRow(state.buckets, key, changed) };
}

/** What was refused does not come back: it was the last that was asked for. */
function dropLast(window: WindowOfTime, amount: number): WindowOfTime {
  let left = amount;
  const returns = window.returns.toReversed().map((back) => {
    const dropped = Math.min(left, back.amount);
    left -= dropped;
    return { at: back.at, amount: back.amount - dropped };
  });
  return { ...window, returns: returns.reverse().filter((back) => back.amount > 0) };
}

/** After a while without a refusal, while it is what holds us back, a little more is tried. */
export function probeLimit(bucket: Bucket, now: number): Bucket {
  const isDue = bucket.source === 'refusals' && now - bucket.changedAt >= probeEveryMs;
  if (!isDue || levelAt(bucket, now) >= 1) return bucket;
  return { ...bucket, level: levelAt(bucket, now), at: now, perMinute: bucket.perMinute * probeStep, changedAt: now };
}

function refusedKey({ scope, wish }: LeaseRow, dimension: Dimension): string {
  return JSON.stringify([scope, dimension, 'refused', wish.model]);
}

/** So long a wait is not for the next call of a steady flow: it is for the end of a window. */
function isLong({ measure }: LaneRow, { dimension, until, isTold }: Refusal, now: number): boolean {
  const flow = isTold ? flowUntil(measure, dimension, until) : null;
  return flow !== null && until - now > (longWait * flow.spanMs) / Math.max(1, flow.requests);
}

function estimate(lane: LaneRow, old: Bucket | null, refusal: Refusal, now: number): Bucket | null {
  if (isLong(lane, refusal, now)) return makeWindow(lane, refusal, now);
  if (old?.window != null && old.window.doubts < mostDoubts) return doubtWindow(old, old.window, refusal, now);
  const flow = flowUntil(lane.measure, refusal.dimension, refusal.isTold ? refusal.until : now);
  const share = (flow?.requests ?? 0) < fewCalls ? fewCallsShare : 1;
  const perMinute = chooseRate(old, flow === null ? null : (flow.amount / flow.spanMs) * 60_000 * share);
  if (perMinute === null) return null;
  const base = { source: 'refusals', at: refusal.until, changedAt: now, taken: 0, window: null } as const;
  const distance = Math.min(0.5, (perMinute / 60_000) * unevenMs);
  return { ...base, capacity: smoothCapacity, level: 1 - distance, perMinute };
}

function chooseRate(old: Bucket | null, perMinute: number | null): number | null {
  if (old === null) return perMinute === null ? null : perMinute * firstShare;
  return perMinute !== null && perMinute < old.perMinute ? perMinute : old.perMinute * nextShare;
}

/** So much came in from the first call until the time from which the next may: it returns in the same order. */
function makeWindow({ measure }: LaneRow, { dimension, until }: Refusal, now: number): Bucket {
  const taken = listTaken(measure, dimension);
  const capacity = taken.reduce((sum, { amount }) => sum + amount, 0);
  const periodMs = until - (measure.exactSince ?? taken[0]?.at ?? now);
  const returns = taken.map(({ lastAt, amount }) => ({ at: lastAt + periodMs, amount }));
  const perMinute = (capacity / periodMs) * 60_000;
  const window = { periodMs, returns, doubts: 0, isProven: measure.exactSince !== null };
  return { source: 'refusals', perMinute, capacity, level: 0, at: now, changedAt: now, taken: 0, window };
}

/** It was not far off: a little later, then. */
function doubtWindow(old: Bucket, window: WindowOfTime, refusal: Refusal, now: number): Bucket {
  const byMs = Math.max(1, refusal.until - now) + doubtMs;
  const returns = window.returns.map(({ at, amount }) => ({ at: Math.max(at, now) + byMs, amount }));
  const changed = { ...window, periodMs: window.periodMs + byMs, returns, doubts: window.doubts + 1 };
  const lost = Math.max(0, levelAt(old, now));
  return {
    ...old,
    level: 0,
    at: now,
    changedAt: now,
    window: { ...changed, returns: [{ at: refusal.until, amount: lost }, ...returns] },
  };
}
