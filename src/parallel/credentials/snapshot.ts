import type { Credential, CredentialBudget, WireProvider } from '../../model/credential.ts';
import type {
  CredentialSnapshot,
  CredentialState,
  ModelSnapshot,
  PoolSnapshot,
  ProviderSnapshot,
} from '../../model/pool-snapshot.ts';
import { ratePerMs, readyAt } from './bucket.ts';
import { laneUse, scopeUse } from './counting.ts';
import { breakerKey, type LaneRow, type PoolState, type Spending, scopeKey } from './pool-state.ts';
import { credentialRow } from './rows.ts';

/** What a call takes at least; null where nobody knows. */
export interface LeastCall {
  readonly usd: number | null;
  readonly tokens: number | null;
}

/** What is asked of the pool besides its state: what the cheapest call would take that a credential may be used for. */
export type LeastCallOf = (credential: Credential, models: readonly string[]) => LeastCall;

/** Of what counts against a budget, how much is known. `tokens` and `measuredUsd` are; the rest may have been used. */
interface CredentialAccount extends CredentialSnapshot {
  readonly measuredUsd: number;
  readonly guessedUsd: number;
  readonly guessedTokens: number;
}

export interface PoolAccount extends PoolSnapshot {
  readonly credentials: readonly CredentialAccount[];
}

const anyCall: LeastCall = { usd: null, tokens: null };

/** How the pool stands, as people want to see it. Counts and spending are those of the day, in UTC. */
export function makeSnapshot(
  state: PoolState,
  credentials: readonly Credential[],
  now: number,
  leastCallOf: LeastCallOf = () => anyCall,
): PoolAccount {
  const waiting = new Map<string, number>();
  for (const { wish } of state.tickets.values()) waiting.set(wish.role, (waiting.get(wish.role) ?? 0) + 1);
  const providers = [...new Set(credentials.map(({ provider }) => provider))];
  return {
    credentials: credentials.map((credential) => makeCredential(state, credential, now, leastCallOf)),
    providers: providers.flatMap((provider) => makeProvider(state, credentials, provider, now)),
    waiting: Object.fromEntries(waiting),
  };
}

function makeCredential(
  state: PoolState,
  credential: Credential,
  now: number,
  leastCallOf: LeastCallOf,
): CredentialAccount {
  const { name, provider, scope } = credential;
  const { today } = credentialRow(state, name, now);
  const { guessedUsd = 0, guessedTokens = 0 } = today;
  const leases = [...state.leases.values()].filter((lease) => lease.credential === name);
  const models = lanesOf(state, credential).map(([, { model }]) => model);
  return {
    name,
    provider,
    scope,
    ...describe(state, credential, leastCallOf(credential, models), now),
    inUseBy: leases.flatMap(({ wish }) => wish.taskId ?? []),
    calls: today.calls,
    rejected: today.rejected,
    usd: today.unmeasured > 0 ? null : today.usd,
    measuredUsd: Math.max(0, today.usd - guessedUsd),
    guessedUsd,
    tokens: Math.max(0, today.tokens - guessedTokens),
    guessedTokens,
    models: lanesOf(state, credential).map(([key, lane]) => makeModel(state, key, lane)),
  };
}

interface Condition {
  readonly state: CredentialState;
  readonly untilAt: number | null;
  readonly reason: string | null;
}

/** The gravest of all that can be said of it. */
function describe(state: PoolState, credential: Credential, least: LeastCall, now: number): Condition {
  const { disabled, today } = credentialRow(state, credential.name, now);
  if (disabled !== null) return { state: 'disabled', untilAt: null, reason: disabled.reason };
  const spent = describeBudget(credential.budget, today, least);
  if (spent !== null) return { state: 'exhausted', untilAt: today.endsAt, reason: spent };
  const scope = state.scopes.get(scopeKey(credential));
  const lanes = lanesOf(state, credential).map(([, lane]) => lane);
  const exhausted = [scope?.exhausted ?? null, ...lanes.map((lane) => lane.exhausted)].find(
    (rest) => rest !== null && (rest.until === null || now < rest.until),
  );
  if (exhausted != null) return { state: 'exhausted', untilAt: exhausted.until, reason: exhausted.reason };
  const cooling = lanes.map((lane) => lane.cooling).find((rest) => rest !== null && now < rest.until);
  if (cooling != null) return { state: 'cooling', untilAt: cooling.until, reason: cooling.reason };
  const overload = listOverloads(state, credential).find(({ untilAt }) => now < untilAt);
  if (overload !== undefined) {
    const reason = `${credential.provider}:${overload.model} is overloaded`;
    return { state: 'cooling', untilAt: overload.untilAt, reason };
  }
  return describeUse(state, credential, lanes, now);
}

/** Null: there is room for a call. */
function describeBudget({ usdPerDay, tokensPerDay }: CredentialBudget, today: Spending, least: LeastCall) {
  const accounts = [
    { limit: usdPerDay, spent: today.usd, next: least.usd, unit: 'USD' },
    { limit: tokensPerDay, spent: today.tokens, next: least.tokens, unit: 'tokens' },
  ];
  for (const { limit, spent, next, unit } of accounts) {
    if (limit === null) continue;
    if (spent >= limit) return 'its budget for today is spent';
    if (next !== null && spent + next > limit) {
      const left = Number((limit - spent).toPrecision(3));
      return `${left} ${unit} are left of its budget for today, and a call may take ${Number(next.toPrecision(3))}`;
    }
  }
  return null;
}

function describeUse(state: PoolState, credential: Credential, lanes: readonly LaneRow[], now: number): Condition {
  const key = scopeKey(credential);
  const size = state.scopes.get(key)?.window.size ?? 1;
  if (scopeUse(state, key).inFlight >= size) return { state: 'busy', untilAt: null, reason: null };
  const pacedUntil = Math.max(now, ...lanes.map((lane) => pacedUntilAt(state, lane, now)));
  if (pacedUntil > now) return { state: 'paced', untilAt: pacedUntil, reason: null };
  return { state: 'ready', untilAt: null, reason: null };
}

/** When the next call could start that needs next to nothing. */
function pacedUntilAt(state: PoolState, lane: LaneRow, now: number): number {
  const rows = lane.buckets.flatMap(({ bucket }) => state.buckets.get(bucket) ?? []);
  return Math.max(now, ...rows.map((row) => readyAt(row, 1, now)));
}

function lanesOf(state: PoolState, credential: Credential): (readonly [string, LaneRow])[] {
  const key = scopeKey(credential);
  return [...state.lanes].filter(
    ([, { scope, model }]) => scope === key && (credential.models === null || credential.models.includes(model)),
  );
}

function makeModel(state: PoolState, key: string, { model, scope, buckets }: LaneRow): ModelSnapshot {
  const rates = buckets
    .filter(({ dimension }) => dimension === 'requests')
    .flatMap(({ bucket }) => state.buckets.get(bucket) ?? [])
    .map((row) => ratePerMs(row) * 60_000);
  const row = state.scopes.get(scope);
  return {
    model,
    inFlight: laneUse(state, key).inFlight,
    concurrency: row?.window.isFound === true ? row.window.size : (row?.known.concurrency ?? null),
    requestsPerMinute: rates.length === 0 ? null : Math.round(Math.min(...rates) * 10) / 10,
  };
}

/** Of the models that a credential may be used for. */
function listOverloads(state: PoolState, credential: Credential): { model: string; untilAt: number }[] {
  return [...state.breakers].flatMap(([key, { model = '', openUntil }]) => {
    const isMeant = key === breakerKey(credential, model) && (credential.models?.includes(model) ?? true);
    return isMeant && openUntil !== null ? [{ model, untilAt: openUntil }] : [];
  });
}

/** Each model that is overloaded. One may be asked at several addresses: the one in the worst state is shown. */
function makeProvider(
  state: PoolState,
  credentials: readonly Credential[],
  provider: WireProvider,
  now: number,
): ProviderSnapshot[] {
  const own = credentials.filter((credential) => credential.provider === provider);
  const models = Map.groupBy(
    own.flatMap((credential) => listOverloads(state, credential)),
    ({ model }) => model,
  );
  if (models.size === 0) return [{ provider, model: null, breaker: 'closed', untilAt: null }];
  return Array.from(models, ([model, overloads]) => {
    const untilAt = Math.max(...overloads.map((one) => one.untilAt));
    return { provider, model, breaker: now < untilAt ? 'open' : 'half-open', untilAt };
  });
}
