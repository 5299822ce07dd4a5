import { expectedAmounts } from './amounts.ts';
import { readyAt } from './bucket.ts';
import { judgeBudget } from './budget.ts';
import { laneUse, scopeUse, type Use } from './counting.ts';
import { gone, later, type Readiness, ready } from './objection.ts';
import {
  breakerKey,
  type CredentialFacts,
  type CredentialRow,
  type Exhausted,
  type LaneRow,
  laneKey,
  type PoolState,
  type ScopeRow,
  scopeKey,
  type Wish,
} from './pool-state.ts';
import { credentialRow } from './rows.ts';

const letInMs = 1_000;
const slowlyLetInMs = 5_000;
const apartMs = 10;

const severity = { ready: 0, occupied: 1, later: 2, never: 3 } as const;

/** Every objection is heard; the one that lasts longest counts. */
export function judgeReadiness(state: PoolState, facts: CredentialFacts, wish: Wish, now: number): Readiness {
  const scopeId = scopeKey(facts);
  const laneId = laneKey(scopeId, wish.model);
  const credential = credentialRow(state, facts.name, now);
  const scope = state.scopes.get(scopeId);
  const lane = state.lanes.get(laneId);
  return worst([
    judgeCredential(credential, facts, wish),
    judgeBudget(state, credential, facts, wish),
    judgeBreaker(state, facts, wish, now),
    judgeExhausted(scope?.exhausted ?? null, `scope ${facts.scope}`, now),
    judgeExhausted(lane?.exhausted ?? null, `${wish.model} in scope ${facts.scope}`, now),
    judgeRoom(state, facts, wish, now),
    lane === undefined ? ready : judgeLane(state, lane, scope, facts, wish, now),
  ]);
}

function worst(objections: readonly Readiness[]): Readiness {
  return objections.reduce((one, other) => {
    if (one.kind === 'later' && other.kind === 'later') return other.at > one.at ? other : one;
    return severity[other.kind] > severity[one.kind] ? other : one;
  }, ready);
}

function judgeCredential({ disabled, denied }: CredentialRow, { name }: CredentialFacts, { model }: Wish): Readiness {
  if (Object.hasOwn(denied, model)) return gone(`${name} may not use ${model}: ${denied[model]}`);
  if (disabled === null || disabled.isProbeDue) return ready;
  if (disabled.probe !== null) return { kind: 'occupied', why: `${name} is being tried` };
  return gone(`${name} is disabled: ${disabled.reason}`);
}

function judgeBreaker(state: PoolState, facts: CredentialFacts, { model }: Wish, now: number): Readiness {
  const breaker = state.breakers.get(breakerKey(facts, model));
  if (breaker === undefined || breaker.openUntil === null) return ready;
  const why = `${facts.provider}:${model} is overloaded`;
  if (now < breaker.openUntil) return later(breaker.openUntil, why);
  return breaker.probe === null ? ready : { kind: 'occupied', why };
}

function judgeExhausted(exhausted: Exhausted | null, what: string, now: number): Readiness {
  if (exhausted === null) return ready;
  const why = `${what} is used up: ${exhausted.reason}`;
  if (exhausted.until === null) return gone(why);
  if (now < exhausted.until) return later(exhausted.until, why);
  return exhausted.probe === null ? ready : { kind: 'occupied', why };
}

/**
 * Whoever is over a limit is refused at once: a call that is under way for a while was let in, and one more can be tried,
 * before it is answered. Of a model of which nothing is known that is done more slowly.
 */
function judgeRoom(state: PoolState, facts: CredentialFacts, { model }: Wish, now: number): Readiness {
  const scopeId = scopeKey(facts);
  const laneId = laneKey(scopeId, model);
  const [scope, lane] = [state.scopes.get(scopeId), state.lanes.get(laneId)];
  const { size, isFound } = scope?.window ?? { size: 1, isFound: false };
  const named = scope?.known.concurrency ?? null;
  const isFixed = isFound || size >= (named ?? Number.POSITIVE_INFINITY);
  const inScope = scopeUse(state, scopeId);
  const place = `scope ${facts.scope}`;
  const room = judgeTrial(inScope, size, isFixed ? Number.POSITIVE_INFINITY : letInMs, place, now);
  const isNamed = named !== null && scope?.known.requestsPerMinute != null;
  if (room.kind !== 'ready' || lane?.hasReplied === true || isNamed) return room;
  return judgeTrial(laneUse(state, laneId), 1, slowlyLetInMs, place, now);
}

function judgeTrial({ inFlight, starts }: Use, size: number, afterMs: number, place: string, now: number): Readiness {
  const letIn = starts.filter((at) => now - at >= afterMs).length;
  if (inFlight < size + letIn) return ready;
  const why = `${inFlight === 1 ? '1 call is' : `${inFlight} calls are`} under way in ${place}`;
  const next = Math.min(...starts.filter((at) => now - at < afterMs)) + afterMs;
  return Number.isFinite(next) ? later(next, why) : { kind: 'occupied', why };
}

function judgeLane(
  state: PoolState,
  lane: LaneRow,
  scope: ScopeRow | undefined,
  { scope: name }: CredentialFacts,
  wish: Wish,
  now: number,
): Readiness {
  const objections = [
    judgeCooling(lane, name, now),
    judgeDay(lane, scope?.known.requestsPerDay ?? null, name, now),
    judgeHaste(state, lane, name, now),
  ];
  const amounts = expectedAmounts(wish.tokens);
  for (const { bucket, dimension } of lane.buckets) {
    const row = state.buckets.get(bucket);
    const at = row === undefined ? now : readyAt(row, amounts[dimension], now);
    const why = `scope ${name} is paced by its limit of ${dimension}`;
    if (at > now) objections.push(later(at, why, 'pacing'));
  }
  return worst(objections);
}

/** Where nothing tells of a rate, calls do not start together: a refusal is heard before the next is sent. */
function judgeHaste(state: PoolState, lane: LaneRow, scope: string, now: number): Readiness {
  if (lane.buckets.some(({ dimension }) => dimension === 'requests')) return ready;
  const lastAt = laneUse(state, laneKey(lane.scope, lane.model)).starts.at(-1) ?? Number.NEGATIVE_INFINITY;
  return now >= lastAt + apartMs
    ? ready
    : later(lastAt + apartMs, `${lane.model} in scope ${scope} has just been asked`);
}

function judgeCooling({ cooling, model }: LaneRow, scope: string, now: number): Readiness {
  if (cooling === null) return ready;
  const why = `${model} in scope ${scope} is cooling down: ${cooling.reason}`;
  if (now < cooling.until) return later(cooling.until, why);
  return cooling.needsProbe && cooling.probe !== null ? { kind: 'occupied', why } : ready;
}

function judgeDay({ day, model }: LaneRow, perDay: number | null, scope: string, now: number): Readiness {
  if (perDay === null || now >= day.endsAt || day.requests < perDay) return ready;
  return later(day.endsAt, `${model} in scope ${scope} has had its ${perDay} requests of the day`);
}
