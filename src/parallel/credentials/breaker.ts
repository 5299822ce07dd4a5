import type { Breaker, Wish } from './pool-state.ts';

const mostOverloads = 3;
const withinMs = 10_000;
const firstOpenMs = 5_000;
const longestOpenMs = 120_000;
/** A breaker that was closed for so long has forgotten. */
const forgetMs = 60_000;

export function makeBreaker({ provider, model }: Pick<Wish, 'provider' | 'model'>): Breaker {
  return { provider, model, overloads: [], openUntil: null, count: 0, closedAt: 0, probe: null };
}

/** The provider's own trouble: after some of it nobody asks for that model for a while, and then one does. */
export function noteOverload(breaker: Breaker, lease: string, retryAt: number | null, now: number): Breaker {
  if (breaker.probe === lease) return open(breaker, breaker.count + 1, retryAt, now);
  if (breaker.openUntil !== null) return breaker;
  const overloads = [...breaker.overloads.filter((at) => now - at < withinMs), now];
  if (overloads.length < mostOverloads) return { ...breaker, overloads };
  return open(breaker, now - breaker.closedAt < forgetMs ? breaker.count + 1 : 0, retryAt, now);
}

/** The provider has answered, whatever it said: that counts if it was asked to find out. */
export function noteAnswer(breaker: Breaker, lease: string, now: number): Breaker {
  if (breaker.probe !== lease) return breaker;
  return { ...breaker, overloads: [], openUntil: null, closedAt: now, probe: null };
}

/** Nothing was heard of the one that tried. */
export function noteSilence(breaker: Breaker, lease: string, now: number): Breaker {
  return breaker.probe === lease ? open(breaker, breaker.count, null, now) : breaker;
}

function open(breaker: Breaker, count: number, retryAt: number | null, now: number): Breaker {
  const ms = Math.min(longestOpenMs, firstOpenMs * 2 ** count);
  const openUntil = Math.min(now + longestOpenMs, Math.max(now + ms, retryAt ?? 0));
  return { ...breaker, overloads: [], openUntil, count: Math.min(count, 10), probe: null };
}
