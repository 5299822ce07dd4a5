import type { Trouble } from '../../model/exchange.ts';
import { expectedAmounts } from './amounts.ts';
import { levelAt } from './bucket.ts';
import { endOfProviderDay } from './calendar.ts';
import { coolDown, exhaust } from './cooldown.ts';
import { scopeUse } from './counting.ts';
import { takeBack } from './measure.ts';
import { type LaneRow, type LeaseRow, type PoolState, type ScopeRow, withRow } from './pool-state.ts';
import { learnFromRefusal, noteLateRefusal, probeLimit } from './refusals.ts';
import { credentialRow } from './rows.ts';
import { nameTrouble } from './trouble-names.ts';
import { growWindow, halveWindow, shrinkWindow } from './window.ts';

/** Nothing that a provider names is later than this. */
const longestWaitMs = 32 * 86_400_000;
/** In units of what is tried at once. */
const plenty = 4;

/** An answer: whatever rested is awake again, and there may be room for more. */
export function noteSuccess(state: PoolState, id: string, lease: LeaseRow, now: number): PoolState {
  const { lane, scope } = rowsOf(state, lease);
  const isProof = (rest: { until: number | null; probe: string | null } | null) =>
    rest !== null && (rest.probe === id || lease.reservedAt >= (rest.until ?? Number.POSITIVE_INFINITY));
  const atOnce = hasPlenty(state, lane, scope.window.size, now)
    ? scopeUse(state, lease.scope).inFlight
    : lease.inFlightAtStart;
  const window = growWindow(scope.window, atOnce, scope.known.concurrency, now);
  const next = clearDisabled(state, id, lease, now);
  return probeLimits(
    {
      ...next,
      lanes: replaceRow(next.lanes, lease.lane, lane, {
        hasReplied: true,
        cooling: isProof(lane.cooling) ? null : lane.cooling,
        exhausted: isProof(lane.exhausted) ? null : lane.exhausted,
      }),
      scopes: replaceRow(next.scopes, lease.scope, scope, {
        window,
        exhausted: isProof(scope.exhausted) ? null : scope.exhausted,
      }),
    },
    lane,
    now,
  );
}

/** An answer seldom changes anything here, and what is the same need not be written. */
function replaceRow<Row extends object>(
  rows: ReadonlyMap<string, Row>,
  key: string,
  row: Row,
  change: Partial<Row>,
): ReadonlyMap<string, Row> {
  const changed = { ...row, ...change };
  const isSame = Object.entries(changed).every(([name, value]) => Reflect.get(row, name) === value);
  return isSame ? rows : withRow(rows, key, changed);
}

/** What is told of its limit would let in far more than have been tried: then each answer makes room for one more. */
function hasPlenty(state: PoolState, { buckets }: LaneRow, places: number, now: number): boolean {
  const told = buckets.filter(({ dimension, source }) => dimension === 'requests' && source !== 'refusals');
  const levels = told.flatMap(({ bucket }) => state.buckets.get(bucket) ?? []).map((row) => levelAt(row, now));
  return levels.length > 0 && Math.min(...levels) >= plenty * places;
}

/** Each kind of trouble has its own reaction; what is nobody's fault, or the request's own, has none. */
export function reactToTrouble(
  state: PoolState,
  lease: LeaseRow,
  trouble: Trouble,
  jitter: number,
  now: number,
): PoolState {
  switch (trouble.kind) {
    case 'auth':
      return refuseCredential(state, lease, trouble, now);
    case 'quota':
    case 'quota-day':
      return exhaustScope(state, lease, trouble, jitter, now);
    case 'rate':
    case 'unknown-429':
      return coolLane(state, lease, trouble, jitter, now);
    case 'accel':
      return halve(coolLane(state, lease, trouble, jitter, now), lease, now);
    case 'concurrency':
      return narrow(state, lease, trouble, jitter, now);
    case 'request':
      return noteReply(state, lease);
    case 'overload':
    case 'transient':
    case 'abandoned':
      return state;
  }
}

/** A time that makes sense; null if the provider named none. */
function sensibleTime(retryAt: number | null, now: number): number | null {
  return retryAt === null || !Number.isFinite(retryAt) ? null : Math.min(retryAt, now + longestWaitMs);
}

function refuseCredential(state: PoolState, lease: LeaseRow, trouble: Trouble, now: number): PoolState {
  const row = credentialRow(state, lease.credential, now);
  const reason = nameTrouble(trouble);
  const change = trouble.isModelOnly
    ? { denied: { ...row.denied, [lease.wish.model]: reason } }
    : { disabled: row.disabled?.by === 'person' ? row.disabled : refused(reason) };
  return { ...state, credentials: withRow(state.credentials, lease.credential, { ...row, ...change }) };
}

function refused(reason: string) {
  return { by: 'provider', reason, isProbeDue: false, probe: null } as const;
}

function exhaustScope(state: PoolState, lease: LeaseRow, trouble: Trouble, jitter: number, now: number): PoolState {
  const { lane, scope } = rowsOf(state, lease);
  const isDay = trouble.kind === 'quota-day';
  const told = sensibleTime(trouble.retryAt, now);
  const endsAt = isDay ? (told ?? endOfProviderDay(lease.wish.provider, now)) : told;
  const cause = { startedAt: lease.reservedAt, endsAt, isDay, reason: nameTrouble(trouble), jitter };
  // A day's quota is counted for each model, unless the whole scope is meant.
  if (trouble.isModelOnly) {
    const exhausted = exhaust(lane.exhausted, cause, now);
    return { ...state, lanes: withRow(state.lanes, lease.lane, { ...lane, exhausted }) };
  }
  const exhausted = exhaust(scope.exhausted, cause, now);
  return { ...state, scopes: withRow(state.scopes, lease.scope, { ...scope, exhausted }) };
}

function coolLane(state: PoolState, lease: LeaseRow, trouble: Trouble, jitter: number, now: number): PoolState {
  const { lane } = rowsOf(state, lease);
  const amounts = expectedAmounts(lease.wish.tokens);
  const dimension = trouble.dimension ?? 'requests';
  const retryAt = sensibleTime(trouble.retryAt, now);
  const cause = {
    startedAt: lease.reservedAt,
    retryAt,
    reason: nameTrouble(trouble),
    dimension: trouble.dimension,
    jitter,
  };
  const cooling = coolDown(lane.cooling, cause, now);
  const isLate = lane.cooling !== null && lease.reservedAt < lane.cooling.setAt;
  const measure = isLate ? lane.measure : takeBack(lane.measure, lease.wish.tokens, lease.reservedAt);
  const cooled = {
    ...state,
    lanes: withRow(state.lanes, lease.lane, { ...lane, cooling, measure, hasReplied: true }),
  };
  if (isLate) return noteLateRefusal(cooled, lease, amounts[dimension], dimension);
  if (trouble.kind === 'accel') return cooled;
  return learnFromRefusal(cooled, lease, { dimension, until: cooling.until, isTold: retryAt !== null }, now);
}

function halve(state: PoolState, lease: LeaseRow, now: number): PoolState {
  const { scope } = rowsOf(state, lease);
  const window = halveWindow(scope.window, now);
  return { ...state, scopes: withRow(state.scopes, lease.scope, { ...scope, window }) };
}

/** So many at once are too many. Only if it was alone does it have to rest. */
function narrow(state: PoolState, lease: LeaseRow, trouble: Trouble, jitter: number, now: number): PoolState {
  const { lane, scope } = rowsOf(state, lease);
  const window = shrinkWindow(scope.window, lease.inFlightAtStart, now);
  const scopes = withRow(state.scopes, lease.scope, { ...scope, window });
  const measure = takeBack(lane.measure, lease.wish.tokens, lease.reservedAt);
  const retryAt = sensibleTime(trouble.retryAt, now);
  const cause = { startedAt: lease.reservedAt, retryAt, reason: nameTrouble(trouble), dimension: null, jitter };
  const cooling = lease.inFlightAtStart > 1 ? lane.cooling : coolDown(lane.cooling, cause, now);
  return { ...state, scopes, lanes: withRow(state.lanes, lease.lane, { ...lane, measure, cooling, hasReplied: true }) };
}

function noteReply(state: PoolState, lease: LeaseRow): PoolState {
  const { lane } = rowsOf(state, lease);
  if (lane.hasReplied) return state;
  return { ...state, lanes: withRow(state.lanes, lease.lane, { ...lane, hasReplied: true }) };
}

function clearDisabled(state: PoolState, id: string, lease: LeaseRow, now: number): PoolState {
  const row = credentialRow(state, lease.credential, now);
  if (row.disabled?.probe !== id) return state;
  return { ...state, credentials: withRow(state.credentials, lease.credential, { ...row, disabled: null }) };
}

function probeLimits(state: PoolState, lane: LaneRow, now: number): PoolState {
  let { buckets } = state;
  for (const { bucket } of lane.buckets) {
    const row = buckets.get(bucket);
    const probed = row === undefined ? undefined : probeLimit(row, now);
    if (probed !== undefined && probed !== row) buckets = withRow(buckets, bucket, probed);
  }
  return buckets === state.buckets ? state : { ...state, buckets };
}

function rowsOf(state: PoolState, lease: LeaseRow): { lane: LaneRow; scope: ScopeRow } {
  const lane = state.lanes.get(lease.lane);
  const scope = state.scopes.get(lease.scope);
  if (lane === undefined || scope === undefined) throw new Error(`${lease.lane} is not there`);
  return { lane, scope };
}
