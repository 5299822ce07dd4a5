import type { KnownLimits } from '../../model/credential.ts';
import type { Dimension } from '../../model/exchange.ts';
import { makeConfigBucket } from './bucket.ts';
import { endOfProviderDay, endOfUtcDay } from './calendar.ts';
import { newMeasure } from './measure.ts';
import {
  type Bucket,
  type BucketUse,
  type CredentialFacts,
  type CredentialRow,
  type LaneRow,
  laneKey,
  type PoolState,
  type ScopeRow,
  type Spending,
  scopeKey,
  withRow,
} from './pool-state.ts';
import { makeWindow } from './window.ts';

/** When clocks are set back it has an hour more. */
const longestDayMs = 25 * 3_600_000;

/** As it is now: made where it is missing, begun anew where its day is over. */
export function credentialRow(state: PoolState, name: string, now: number): CredentialRow {
  const row = state.credentials.get(name);
  if (row === undefined) return { disabled: null, denied: {}, today: newDay(now), lastStartAt: 0 };
  return isToday(row.today.endsAt, now) ? row : { ...row, today: newDay(now) };
}

/** A day that ends later was begun by a clock that was wrong. */
function isToday(endsAt: number, now: number): boolean {
  return now < endsAt && endsAt - now <= longestDayMs;
}

function newDay(now: number): Spending {
  return { endsAt: endOfUtcDay(now), calls: 0, rejected: 0, usd: 0, unmeasured: 0, tokens: 0 };
}

export function makeScope(known: KnownLimits, now: number): ScopeRow {
  return { known, window: makeWindow(known.concurrency, now), exhausted: null, lastStartAt: 0 };
}

/** The state with a row for the model, and for the limits that a person has named. */
export function withLane(state: PoolState, credential: CredentialFacts, model: string, now: number): PoolState {
  const scope = scopeKey(credential);
  const key = laneKey(scope, model);
  const lane = state.lanes.get(key);
  if (lane !== undefined && isToday(lane.day.endsAt, now)) return state;
  const day = { endsAt: endOfProviderDay(credential.provider, now), requests: 0 };
  if (lane !== undefined) return { ...state, lanes: withRow(state.lanes, key, { ...lane, day }) };
  const known = state.scopes.get(scope)?.known ?? credential.limits;
  const made = makeConfigBuckets(scope, model, known, now);
  const buckets = made.reduce((rows, [use, bucket]) => withRow(rows, use.bucket, bucket), state.buckets);
  const fresh: LaneRow = {
    scope,
    model,
    hasReplied: false,
    cooling: null,
    exhausted: null,
    buckets: made.map(([use]) => use),
    measure: newMeasure,
    day,
  };
  return { ...state, buckets, lanes: withRow(state.lanes, key, fresh) };
}

export function makeConfigBuckets(
  scope: string,
  model: string,
  known: KnownLimits,
  now: number,
): readonly (readonly [BucketUse, Bucket])[] {
  const limits: readonly [Dimension, number | null][] = [
    ['requests', known.requestsPerMinute],
    ['tokens', known.tokensPerMinute],
    ['input-tokens', known.inputTokensPerMinute],
    ['output-tokens', known.outputTokensPerMinute],
  ];
  return limits.flatMap(([dimension, perMinute]) => {
    if (perMinute === null) return [];
    const bucket = JSON.stringify([scope, dimension, 'config', model]);
    return [[{ dimension, source: 'config', bucket } as const, makeConfigBucket(perMinute, now)] as const];
  });
}
