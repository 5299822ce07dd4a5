import type { Credential } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { Observation } from '../model/exchange.ts';
import type { Clock } from './clock.ts';
import { Alarm } from './credentials/alarm.ts';
import { scopeName, tellChanges } from './credentials/changes.ts';
import { findStepMs } from './credentials/clock-watch.ts';
import type { PoolEvent } from './credentials/events.ts';
import { LastScopes } from './credentials/last-scopes.ts';
import type { CredentialEvent, Lease, ReserveRequest } from './credentials/lease.ts';
import { isReleased, listOrphans } from './credentials/orphans.ts';
import { Pool, type TurnEnd } from './credentials/pool.ts';
import { countersOf, type PoolState } from './credentials/pool-state.ts';
import { closed, unusable } from './credentials/pool-trouble.ts';
import { apply } from './credentials/reducer.ts';
import { weightOf } from './credentials/shares.ts';
import { Sleepers } from './credentials/sleepers.ts';
import { type LeastCallOf, makeSnapshot, type PoolAccount } from './credentials/snapshot.ts';
import type { CredentialStore } from './credentials/store.ts';
import { type CoordinatorTiming, usualTiming } from './credentials/timing.ts';
import { endAvoidance, type Waiter, Waiters } from './credentials/waiters.ts';

export interface CredentialCoordinatorSetup {
  readonly credentials: readonly Credential[];
  /** How calls are shared between roles that wait at the same time; 1 for a role that is not named. */
  readonly roleWeights: Readonly<Record<string, number>>;
  readonly store: CredentialStore;
  readonly clock: Clock;
  readonly random: () => number;
  /** Contract: never throws. */
  onEvent?(event: CredentialEvent): void;
  /** Of this coordinator alone, among all that ever use the store. */
  readonly owner: string;
  /**
   * The caller holds a lock that proves that no other coordinator of this store is alive: what others have left is lost,
   * and not waited for. False by default.
   */
  readonly isAlone?: boolean;
  readonly timing?: Partial<CoordinatorTiming>;
}

const usualDeadlineMs = 30_000;
/** After the store has failed. */
const retryMs = 1_000;

/**
 * Hands out credentials, one lease for each call, so that no limit of a provider is passed and nobody starves.
 * Contract: a lease is only given when everything that is known allows the call now; whatever fails, none is given.
 */
export class CredentialCoordinator implements Disposable {
  readonly #setup: CredentialCoordinatorSetup;
  readonly #timing: CoordinatorTiming;
  readonly #pool: Pool;
  readonly #alarm: Alarm;
  readonly #sleepers = new Sleepers();
  readonly #waiters = new Waiters();
  readonly #held = new Map<string, Lease>();
  readonly #lastScopes = new LastScopes();
  /** What has happened and is not in the store yet. */
  #backlog: PoolEvent[];
  #ticketCount = 0;
  /** The last turn failed: what it wrote, if anything, is not known. */
  #isDoubtful = false;
  #hasTurned = false;
  #defect: unknown = null;
  #isClosed = false;

  constructor(setup: CredentialCoordinatorSetup) {
    this.#setup = setup;
    this.#timing = { ...usualTiming, ...setup.timing };
    const { owner, store, credentials, clock, isAlone = false } = setup;
    this.#backlog = [...(isAlone ? [{ kind: 'others-gone', owner } as const] : []), { kind: 'joined', credentials }];
    this.#alarm = new Alarm({ clock, hasNews: () => this.#hasNews(), ring: () => this.#turnQuietly() });
    const desk = {
      owner,
      credentials,
      weightOf: (role: string) => weightOf(setup.roleWeights, role),
      isAsleep: (other: string) => this.#sleepers.has(other),
      isAvoided: (ticket: string, scope: string) => this.#waiters.get(ticket)?.avoids.has(scope) ?? false,
    };
    this.#pool = new Pool({ store, credentials, desk, ttlMs: this.#timing.ttlMs, beatMs: this.#timing.beatMs });
  }

  /** A lease, as soon as there can be one. Rejects with `NoCredentialError` when that is known to be too late. */
  async reserve(request: ReserveRequest): Promise<Lease> {
    request.signal.throwIfAborted();
    this.#refuseIfClosed();
    const deadlineAt = this.#setup.clock.now() + (request.deadlineMs ?? usualDeadlineMs);
    this.#ticketCount += 1;
    const ticket = `${this.#setup.owner}.t${this.#ticketCount}`;
    const waiter = this.#waiters.add(ticket, request, deadlineAt);
    const giveUp = () => this.#giveUp(waiter, request.signal.reason);
    request.signal.addEventListener('abort', giveUp, { once: true });
    const callOff = endAvoidance(waiter, this.#setup.clock, () => this.#turnQuietly());
    this.#turnQuietly();
    try {
      return await waiter.promise;
    } finally {
      callOff();
      request.signal.removeEventListener('abort', giveUp);
    }
  }

  /** The provider has begun to answer the call: whoever waits to hear that need not wait for the end. */
  noteBegun({ id }: Lease): void {
    if (!this.#held.has(id) || !this.#pool.isTrying(id)) return;
    this.#backlog.push({ kind: 'let-in', lease: id });
    this.#turnQuietly();
  }

  /** The call has ended, and how. Of a lease that was released or has expired before, it changes nothing. */
  release(lease: Lease, observation: Observation): void {
    if (this.#isClosed || !this.#held.delete(lease.id)) {
      this.#tell({ kind: 'lease-stale', lease });
      return;
    }
    const { id, fence } = lease;
    this.#backlog.push({ kind: 'released', lease: id, fence, observation, jitter: this.#setup.random() });
    this.#tell({ kind: 'lease-released', lease, trouble: observation.trouble?.kind ?? null });
    this.#turnQuietly();
  }

  /** `leastCallOf` tells whether what is left of a budget is enough for anything. */
  snapshot(leastCallOf?: LeastCallOf): PoolAccount {
    const now = this.#setup.clock.now();
    const { owner, credentials, isAlone = false } = this.#setup;
    const seen = this.#pool.read(now);
    const state = isAlone && !this.#hasTurned ? apply(seen, { kind: 'others-gone', owner }, now) : seen;
    return makeSnapshot(state, credentials, now, leastCallOf);
  }

  /** The provider has taken its key outside of any lease: if it was refused before, that is over. */
  acceptKey(name: string): void {
    this.#backlog.push({ kind: 'key-accepted', credential: this.#find(name).name });
    this.#turn();
  }

  /** Nothing more is asked with it, until it is enabled. */
  disable(name: string, reason: string): void {
    this.#backlog.push({ kind: 'disabled', credential: this.#find(name).name, reason });
    this.#turn();
  }

  /** Whatever the provider said against it is forgotten, too. */
  enable(name: string): void {
    this.#backlog.push({ kind: 'enabled', credential: this.#find(name) });
    this.#turn();
  }

  /** Whoever waits is refused; what was lent is returned, whether its call has ended or not. */
  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    const hasNews = this.#backlog.some(({ kind }) => kind !== 'joined' && kind !== 'others-gone');
    const hasTraces = this.#held.size > 0 || this.#waiters.size > 0 || hasNews;
    this.#waiters.rejectAll(closed());
    if (hasTraces) this.#backlog.push({ kind: 'owner-gone', owner: this.#setup.owner });
    this.#held.clear();
    this.#pool.hurry();
    if (hasTraces) this.#turnQuietly();
    this.#isClosed = true;
    this.#alarm.cancel();
  }

  #find(name: string): Credential {
    const credential = this.#setup.credentials.find((one) => one.name === name);
    if (credential === undefined) throw new AgentOsError('CREDENTIAL_UNKNOWN', `there is no credential ${name}`);
    return credential;
  }

  #giveUp(waiter: Waiter, reason: unknown): void {
    if (!this.#waiters.reject(waiter, reason)) return;
    this.#backlog.push({ kind: 'ticket-dropped', id: waiter.ticket });
    this.#turnQuietly();
  }

  /** Whoever calls it does not care; whoever waits is told in time. */
  #turnQuietly(): void {
    try {
      this.#turn();
    } catch {}
  }

  /** Takes in what has happened, hands out what can be handed out, and sets the timer for what comes next. */
  #turn(): void {
    this.#refuseIfClosed();
    const { clock } = this.#setup;
    const now = clock.now();
    const backlog = this.#backlog;
    try {
      const end = this.#pool.turn({
        now,
        stepMs: (state) => this.#lookAtClock(state, now),
        deadlineOf: (ticket) => this.#waiters.deadlineOf(ticket),
        hasLeases: this.#held.size > 0,
        listEvents: (state) => this.#listEvents(state, backlog, now),
      });
      this.#backlog = [];
      this.#hasTurned = true;
      this.#isDoubtful = false;
      this.#finish(end);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #lookAtClock(state: PoolState, now: number): number {
    const stepMs = findStepMs({ ...countersOf(state), now, dueAt: this.#alarm.nextAt });
    if (stepMs !== 0) this.#waiters.postpone(stepMs);
    return stepMs;
  }

  #listEvents(state: PoolState, backlog: readonly PoolEvent[], now: number): PoolEvent[] {
    this.#sleepers.look(state, now);
    const { owner } = this.#setup;
    const isHeard = (ticket: string) => this.#waiters.get(ticket) !== null;
    const isHeld = (lease: string) => this.#held.has(lease) || isReleased(backlog, lease);
    const orphans = this.#isDoubtful ? listOrphans(state, owner, { isHeld, isHeard }) : [];
    const missing = this.#waiters.list().filter(({ ticket }) => !state.tickets.has(ticket));
    const tickets = missing.map(({ ticket, wish }) => {
      return { kind: 'ticket-made', id: ticket, owner, wish, lastScope: this.#lastScopes.of(wish) } as const;
    });
    return [...backlog, ...orphans, ...tickets];
  }

  #finish(end: TurnEnd): void {
    this.#sleepers.note(end.awaited, end.state, end.now);
    for (const event of tellChanges(end.before, end.state)) this.#tell(event);
    if (end.stepMs !== 0) this.#tell({ kind: 'clock-stepped', byMs: end.stepMs });
    for (const [ticket, id] of end.granted) this.#handOut(ticket, id, end.state);
    for (const [ticket, refusal] of end.refusals) this.#waiters.reject(this.#waiters.get(ticket), refusal);
    this.#arm(end);
  }

  #handOut(ticket: string, id: string, state: PoolState): void {
    const row = state.leases.get(id);
    if (row === undefined) throw new Error(`lease ${id} is not there`);
    const { fence, credential, wish, reservedAt, waitedMs } = row;
    const expiresAt = state.owners.get(row.owner)?.expiresAt ?? reservedAt;
    const scope = scopeName(row.scope);
    const lease: Lease = { id, fence, credential, scope, model: wish.model, reservedAt, expiresAt, waitedMs };
    this.#held.set(id, lease);
    this.#lastScopes.note(wish, row.scope);
    this.#tell({ kind: 'lease-granted', lease, role: wish.role, taskId: wish.taskId });
    this.#waiters.resolve(this.#waiters.get(ticket), lease);
  }

  /** One timer for everything; only where others share the store does it look for news. */
  #arm({ state, wakeAt, now }: TurnEnd): void {
    const { owner } = this.#setup;
    const isBusy = this.#held.size > 0 || this.#waiters.size > 0;
    const beatAt = (state.owners.get(owner)?.expiresAt ?? now) - this.#timing.ttlMs + this.#timing.beatMs;
    const times = [wakeAt, this.#waiters.nextDeadlineAt(), isBusy ? beatAt : null];
    const others = [...state.owners].filter(([id]) => id !== owner);
    const isPolling = this.#waiters.size > 0 && others.length > 0;
    if (isPolling) times.push(this.#sleepers.wakeAt(), ...others.map(([, { expiresAt }]) => expiresAt + 1));
    this.#alarm.set(Math.min(...times.filter((at) => at !== null)), isPolling ? this.#timing.pollMs : null);
  }

  /** A store that cannot say may have some. */
  #hasNews(): boolean {
    try {
      return this.#setup.store.hasNews();
    } catch {
      return true;
    }
  }

  /**
   * A store that fails may work again, for those that can wait. A defect of our own does not go away, nor does a newer
   * format: nothing is handed out any more.
   */
  #fail(error: unknown): void {
    this.#isDoubtful = true;
    this.#tell({ kind: 'store-failed', message: error instanceof Error ? error.message : String(error) });
    if (!(error instanceof AgentOsError) || error.code === 'STATE_TOO_NEW') {
      this.#defect = error;
      this.#alarm.cancel();
      this.#waiters.rejectAll(error);
      return;
    }
    const now = this.#setup.clock.now();
    const late = this.#waiters.list().filter(({ deadlineAt }) => deadlineAt <= now);
    for (const waiter of late) this.#waiters.reject(waiter, unusable(error, now));
    this.#alarm.set(Math.min(now + retryMs, this.#waiters.nextDeadlineAt() ?? Number.POSITIVE_INFINITY), null);
  }

  #refuseIfClosed(): void {
    if (this.#isClosed) throw closed();
    if (this.#defect !== null) throw this.#defect;
  }

  #tell(event: CredentialEvent): void {
    this.#setup.onEvent?.(event);
  }
}
