import type { Credential } from '../../model/credential.ts';
import { mayServe } from '../../model/eligibility.ts';
import { levelAt } from './bucket.ts';
import { credentialUse, scopeUse } from './counting.ts';
import type { Readiness } from './objection.ts';
import { laneKey, type PoolState, scopeKey, type Ticket, type Wish } from './pool-state.ts';
import { judgeReadiness } from './readiness.ts';

/** For so long a task waits for the scope that knows its prompts, if another task wants the free one. */
const affinityMs = 200;

/** For so long another scope is waited for, rather than asking again where the same call has failed. */
export const avoidanceMs = 5_000;

/** Who can serve it now; null if nobody can, or somebody better soon will. */
export function chooseCredential(
  state: PoolState,
  credentials: readonly Credential[],
  { wish, lastScope }: Pick<Ticket, 'wish' | 'lastScope'>,
  isAvoided: (credential: Credential) => boolean,
  now: number,
): Credential | null {
  const judged = credentials
    .filter((one) => mayServe(one, wish))
    .map((credential) => ({ credential, readiness: judgeReadiness(state, credential, wish, now) }));
  const better = judged.filter(({ credential, readiness }) => !isAvoided(credential) && isSoon(readiness, now));
  const ready = (better.length > 0 ? better : judged)
    .filter(({ readiness }) => readiness.kind === 'ready')
    .map(({ credential }) => credential);
  if (ready.length <= 1) return ready[0] ?? null;
  const ranked = ready.map((credential) => ({ credential, rank: rankOf(state, credential, wish, lastScope, now) }));
  return ranked.reduce((best, other) => (isBefore(other.rank, best.rank) ? other : best)).credential;
}

function isSoon(readiness: Readiness, now: number): boolean {
  if (readiness.kind === 'later') return readiness.at - now <= avoidanceMs;
  return readiness.kind !== 'never';
}

/** Smaller is better, the first difference decides: the task's own scope, room, what is left, longest rest. */
function rankOf(
  state: PoolState,
  credential: Credential,
  { model }: Wish,
  lastScope: string | null,
  now: number,
): readonly number[] {
  const key = scopeKey(credential);
  const scope = state.scopes.get(key);
  const buckets = state.lanes.get(laneKey(key, model))?.buckets ?? [];
  const shares = buckets.map(({ bucket }) => {
    const row = state.buckets.get(bucket);
    return row === undefined ? 1 : levelAt(row, now) / row.capacity;
  });
  return [
    lastScope === key ? 0 : 1,
    scopeUse(state, key).inFlight / (scope?.window.size ?? 1),
    -Math.min(1, ...shares),
    scope?.lastStartAt ?? 0,
    credentialUse(state, credential.name).inFlight,
    state.credentials.get(credential.name)?.lastStartAt ?? 0,
  ];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Whether it would rather wait a moment for its own scope. */
export function isPicky(ticket: Ticket, credential: Credential, now: number): boolean {
  return ticket.lastScope !== null && ticket.lastScope !== scopeKey(credential) && now - ticket.madeAt < affinityMs;
}

/** Where it could start first if it had enough of a limit; null if that is not what it lacks. */
export function findPacedLane(
  state: PoolState,
  credentials: readonly Credential[],
  wish: Wish,
  now: number,
): string | null {
  let best: { readonly at: number; readonly lane: string } | null = null;
  for (const credential of credentials.filter((one) => mayServe(one, wish))) {
    const readiness = judgeReadiness(state, credential, wish, now);
    if (readiness.kind === 'ready') return null;
    if (readiness.kind !== 'later' || readiness.cause !== 'pacing') continue;
    const lane = laneKey(scopeKey(credential), wish.model);
    if (best === null || readiness.at < best.at) best = { at: readiness.at, lane };
  }
  return best?.lane ?? null;
}

/** What stands against a wish. */
export interface Outlook {
  /** The least of it, over all who may serve; null if there is nobody. */
  readonly best: Readiness | null;
  /** The next time at which that may change by itself; null if it only does when a call ends. */
  readonly wakeAt: number | null;
  readonly objections: readonly Objection[];
  /** Somewhere it is its own price that stands against it: those behind it may be served there. */
  readonly isDear: boolean;
}

interface Objection {
  readonly why: string;
  /** Until when; null if that is not known. */
  readonly at: number | null;
}

export function lookOut(state: PoolState, credentials: readonly Credential[], wish: Wish, now: number): Outlook {
  let best: Readiness | null = null;
  let wakeAt: number | null = null;
  let isDear = false;
  const objections = new Map<string, Objection>();
  for (const credential of credentials.filter((one) => mayServe(one, wish))) {
    const readiness = judgeReadiness(state, credential, wish, now);
    if (best === null || isBetter(readiness, best)) best = readiness;
    isDear ||= isOfPrice(readiness);
    if (readiness.kind === 'later') wakeAt = Math.min(wakeAt ?? readiness.at, readiness.at);
    if (readiness.kind === 'ready') continue;
    const at = readiness.kind === 'later' ? readiness.at : null;
    objections.set(readiness.why, { why: readiness.why, at });
  }
  return { best, wakeAt, objections: [...objections.values()], isDear };
}

function isOfPrice(readiness: Readiness): boolean {
  if (readiness.kind === 'never') return readiness.code === 'BUDGET_SPENT';
  return readiness.kind === 'later' && readiness.cause === 'budget';
}

/** Those for whose budget it costs too much. */
export function listTooDear(
  state: PoolState,
  credentials: readonly Credential[],
  wish: Wish,
  now: number,
): readonly Credential[] {
  return credentials.filter((one) => {
    const hasBudget = one.budget.usdPerDay !== null || one.budget.tokensPerDay !== null;
    return hasBudget && mayServe(one, wish) && isOfPrice(judgeReadiness(state, one, wish, now));
  });
}

/** For good is worse than everything; of those, what a budget forbids can be mended. */
function isBetter(one: Readiness, other: Readiness): boolean {
  const [a, b] = [scoreOf(one), scoreOf(other)];
  return a === b && one.kind === 'later' && other.kind === 'later' ? one.at < other.at : a < b;
}

function scoreOf(readiness: Readiness): number {
  if (readiness.kind !== 'never') return { ready: 0, occupied: 1, later: 2 }[readiness.kind];
  return { BUDGET_SPENT: 3, PRICE_UNKNOWN: 4, CREDENTIALS_EXHAUSTED: 5 }[readiness.code];
}
