import type { CredentialBudget, KnownLimits, WireProvider } from '../../model/credential.ts';
import type { Dimension, TokenCounts } from '../../model/exchange.ts';
import type { Measure } from './measure.ts';

/**
 * All that is known of the pool, as data. It changes only through `apply`, which makes a new one; what did not change is
 * the same object. Every section is rows by key, as the store keeps them.
 */
export interface PoolState {
  /** One row, under `pool`. */
  readonly counters: ReadonlyMap<string, Counters>;
  readonly credentials: ReadonlyMap<string, CredentialRow>;
  readonly scopes: ReadonlyMap<string, ScopeRow>;
  readonly lanes: ReadonlyMap<string, LaneRow>;
  readonly buckets: ReadonlyMap<string, Bucket>;
  readonly breakers: ReadonlyMap<string, Breaker>;
  readonly roles: ReadonlyMap<string, RoleShare>;
  readonly owners: ReadonlyMap<string, Owner>;
  readonly leases: ReadonlyMap<string, LeaseRow>;
  readonly tickets: ReadonlyMap<string, Ticket>;
}

export interface Counters {
  /** Of the last lease: each has a higher one. */
  readonly fence: number;
  /** Of the last ticket. */
  readonly sequence: number;
  /** How far the shares of the roles have come. */
  readonly virtualTime: number;
  /** The latest time that anybody has seen. */
  readonly seenAt: number;
  /** When the clock was last found to have jumped. */
  readonly steppedAt: number;
}

/** One name, one key. */
export interface CredentialRow {
  readonly disabled: Disabled | null;
  /** Models that this key alone is refused, and why. */
  readonly denied: Readonly<Record<string, string>>;
  readonly today: Spending;
  readonly lastStartAt: number;
}

export interface Disabled {
  /** Only what the provider refused is tried again by the next batch, with one call. */
  readonly by: 'provider' | 'person';
  readonly reason: string;
  readonly isProbeDue: boolean;
  /** The lease that tries. */
  readonly probe: string | null;
}

/** Of one day in UTC. */
export interface Spending {
  readonly endsAt: number;
  readonly calls: number;
  readonly rejected: number;
  /** What counts against the budget: what was measured, and the most that the rest can have cost. */
  readonly usd: number;
  /** Answers whose price is not known. */
  readonly unmeasured: number;
  /** Counted like `usd`. */
  readonly tokens: number;
  /** The parts of it that nobody measured. */
  readonly guessedUsd?: number;
  readonly guessedTokens?: number;
}

/** What a provider counts, over all models. */
export interface ScopeRow {
  readonly known: KnownLimits;
  readonly window: Window;
  readonly exhausted: Exhausted | null;
  readonly lastStartAt: number;
}

/** How many may be in flight at once. */
export interface Window {
  readonly size: number;
  /** There was a refusal above this size: it is held, and tried again from time to time. */
  readonly isFound: boolean;
  readonly changedAt: number;
}

/** One model of a scope. */
export interface LaneRow {
  readonly scope: string;
  readonly model: string;
  /** Nothing is known of it before the first reply. */
  readonly hasReplied: boolean;
  readonly cooling: Cooling | null;
  readonly exhausted: Exhausted | null;
  /** The buckets that a call must be paid from. */
  readonly buckets: readonly BucketUse[];
  readonly measure: Measure;
  /** Of the provider's day. */
  readonly day: { readonly endsAt: number; readonly requests: number };
}

export interface BucketUse {
  readonly dimension: Dimension;
  readonly source: BucketSource;
  readonly bucket: string;
}

export type BucketSource = 'config' | 'headers' | 'refusals';

export interface Cooling {
  readonly until: number;
  readonly setAt: number;
  readonly reason: string;
  readonly dimension: Dimension | null;
  /** How often in a row. */
  readonly count: number;
  /** Afterwards one call tries; the others wait for its answer. */
  readonly needsProbe: boolean;
  readonly probe: string | null;
}

export interface Exhausted {
  /** Null: until a person, or another batch, tries. */
  readonly until: number | null;
  readonly setAt: number;
  readonly reason: string;
  readonly count: number;
  readonly probe: string | null;
}

/** A limit that refills as time passes. */
export interface Bucket {
  readonly perMinute: number;
  readonly source: BucketSource;
  readonly capacity: number;
  /** At the time `at`; below zero where more was taken than was there. */
  readonly level: number;
  readonly at: number;
  /** All that was ever taken, which never falls: the difference between two readings is what went between them. */
  readonly taken: number;
  /** When the rate was last set or tried. */
  readonly changedAt: number;
  /** Null: it refills all the time. */
  readonly window: WindowOfTime | null;
}

/** What was taken comes back after a fixed time, all that was taken together at once. */
export interface WindowOfTime {
  readonly periodMs: number;
  readonly returns: readonly { readonly at: number; readonly amount: number }[];
  /** Seen from one end to the other; before that its length may be too short. */
  readonly isProven: boolean;
  /** How often it turned out to be not quite so. */
  readonly doubts: number;
}

/** Of one model of a provider at one address: others of its models may be well. */
export interface Breaker {
  readonly provider: WireProvider;
  /** Not there in rows of older versions, which nobody asks any more. */
  readonly model?: string;
  /** Times of the last overloads. */
  readonly overloads: readonly number[];
  /** Null: closed. When that time has come, one call tries. */
  readonly openUntil: number | null;
  readonly count: number;
  readonly closedAt: number;
  readonly probe: string | null;
}

interface RoleShare {
  /** Where in virtual time the role's last turn ends. */
  readonly finish: number;
}

/** Who takes leases and tickets; they are gone with it. */
interface Owner {
  readonly expiresAt: number;
}

/** What somebody asks for. */
export interface Wish {
  readonly role: string;
  readonly provider: WireProvider;
  readonly model: string;
  readonly tokens: TokenCounts;
  readonly usd: number | null;
  readonly taskId: string | null;
}

export interface Ticket {
  readonly wish: Wish;
  readonly owner: string;
  readonly sequence: number;
  readonly madeAt: number;
  /** Where the task was served last, asking the same model: its prompts may be cached there. */
  readonly lastScope: string | null;
}

export interface LeaseRow {
  readonly fence: number;
  readonly owner: string;
  readonly wish: Wish;
  readonly credential: string;
  readonly scope: string;
  readonly lane: string;
  readonly breaker: string;
  readonly reservedAt: number;
  readonly waitedMs: number;
  /** In the scope, with this one. */
  readonly inFlightAtStart: number;
  /** What had been taken from each bucket when it started, with its own. */
  readonly marks: Readonly<Record<string, number>>;
}

/** What `apply` needs to know of a credential. */
export interface CredentialFacts {
  readonly name: string;
  readonly provider: WireProvider;
  readonly baseUrl: string;
  readonly scope: string;
  readonly limits: KnownLimits;
  readonly budget: CredentialBudget;
}

export const emptyState: PoolState = {
  counters: new Map(),
  credentials: new Map(),
  scopes: new Map(),
  lanes: new Map(),
  buckets: new Map(),
  breakers: new Map(),
  roles: new Map(),
  owners: new Map(),
  leases: new Map(),
  tickets: new Map(),
};

const newCounters: Counters = { fence: 0, sequence: 0, virtualTime: 0, seenAt: 0, steppedAt: 0 };

export function countersOf(state: PoolState): Counters {
  return state.counters.get('pool') ?? newCounters;
}

export function withCounters(state: PoolState, change: Partial<Counters>): PoolState {
  return { ...state, counters: new Map([['pool', { ...countersOf(state), ...change }]]) };
}

/** A section with one row replaced; null deletes it. */
export function withRow<Row>(rows: ReadonlyMap<string, Row>, key: string, row: Row | null): ReadonlyMap<string, Row> {
  const copy = new Map(rows);
  if (row === null) copy.delete(key);
  else copy.set(key, row);
  return copy;
}

/** Names may hold any character: two different ones never meet in one key. */
export function scopeKey({ provider, scope }: Pick<CredentialFacts, 'provider' | 'scope'>): string {
  return JSON.stringify([provider, scope]);
}

export function laneKey(scope: string, model: string): string {
  return JSON.stringify([scope, model]);
}

type Address = Pick<CredentialFacts, 'provider' | 'baseUrl'>;

export function breakerKey({ provider, baseUrl }: Address, model: string): string {
  return JSON.stringify([provider, baseUrl, model]);
}
