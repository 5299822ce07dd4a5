import type { Bucket, BucketSource, WindowOfTime } from './pool-state.ts';

const minuteMs = 60_000;
/** Rounding must not make us wait for what is there. */
const grain = 1e-6;
/** What is taken within such a time comes back at once. */
const togetherMs = 100;
/** Between two calls, while a window may turn out to be longer: a refusal is heard before all have been sent. */
const carefulMs = 10;

/** One call at a time, and what a late start lost is made up for. */
export const smoothCapacity = 1.5;

/** How much of a limit is used. Headers correct us with every reply; without them we keep away from the edge. */
const usedShares: Readonly<Record<BucketSource, number>> = { config: 0.97, headers: 0.995, refusals: 0.985 };

export function ratePerMs({ perMinute, source }: Pick<Bucket, 'perMinute' | 'source'>): number {
  return (perMinute * usedShares[source]) / minuteMs;
}

/** What is in it now. A level of the future stays what it is: until then nothing may start anyway. */
export function levelAt(bucket: Bucket, now: number): number {
  const { window, level, at, capacity } = bucket;
  const come = window === null ? Math.max(0, now - at) * ratePerMs(bucket) : sumUntil(window, now);
  return Math.min(capacity, level + come);
}

function sumUntil({ returns }: WindowOfTime, now: number): number {
  return returns.reduce((sum, { at, amount }) => (at <= now ? sum + amount : sum), 0);
}

/** When this much can be taken. What is more than it can ever hold is let in when it is full. */
export function readyAt(bucket: Bucket, amount: number, now: number): number {
  const missing = Math.min(amount, bucket.capacity) - levelAt(bucket, now);
  if (missing <= grain) return bucket.window?.isProven === false ? Math.max(now, bucket.at + carefulMs) : now;
  if (bucket.window === null) return Math.ceil(Math.max(now, bucket.at) + missing / ratePerMs(bucket));
  let sum = 0;
  for (const { at, amount: back } of bucket.window.returns) {
    if (at > now) sum += back;
    if (sum >= missing - grain) return Math.ceil(at);
  }
  return Math.ceil(now + bucket.window.periodMs);
}

/** What was taken too much is worked off, but no more than the worth of a minute. */
export function take(bucket: Bucket, amount: number, now: number): Bucket {
  const level = Math.max(-bucket.perMinute, levelAt(bucket, now) - amount);
  const window = bucket.window === null ? null : takeOfWindow(bucket.window, amount, now);
  return { ...bucket, level, window, at: Math.max(now, bucket.at), taken: bucket.taken + amount };
}

function takeOfWindow(window: WindowOfTime, amount: number, now: number): WindowOfTime {
  const at = now + window.periodMs;
  const left = window.returns.filter((back) => back.at > now);
  const last = left.at(-1);
  const isTogether = last !== undefined && at - last.at <= togetherMs && at >= last.at;
  const returns = isTogether ? [...left.slice(0, -1), { at, amount: last.amount + amount }] : [...left, { at, amount }];
  return { ...window, returns };
}

/** What was reserved and not used; less than nothing if more was used. */
export function giveBack(bucket: Bucket, amount: number, now: number): Bucket {
  const level = Math.max(-bucket.perMinute, Math.min(bucket.capacity, levelAt(bucket, now) + amount));
  return { ...bucket, level, window: forgetPast(bucket.window, now), at: Math.max(now, bucket.at) };
}

function forgetPast(window: WindowOfTime | null, now: number): WindowOfTime | null {
  return window === null ? null : { ...window, returns: window.returns.filter(({ at }) => at > now) };
}

export function withLevel(bucket: Bucket, level: number, now: number): Bucket {
  return { ...bucket, level: Math.max(-bucket.perMinute, Math.min(bucket.capacity, level)), at: now };
}

/** For a limit that a person has named: how much of it may come at once is not known, so it is the worth of a second. */
export function makeConfigBucket(perMinute: number, now: number): Bucket {
  const capacity = Math.max(smoothCapacity, perMinute / 60);
  return { perMinute, source: 'config', capacity, level: capacity, at: now, taken: 0, changedAt: now, window: null };
}
