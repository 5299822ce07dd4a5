import type { Credential } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { PoolEvent } from './events.ts';
import { KeptPlaces } from './kept-places.ts';
import type { NoCredentialError } from './lease.ts';
import { isTrying } from './letting-in.ts';
import { type Desk, planGrants } from './planning.ts';
import { loadState, saveChanges } from './pool-rows.ts';
import { countersOf, emptyState, type PoolState } from './pool-state.ts';
import { apply } from './reducer.ts';
import type { CredentialStore, Entries } from './store.ts';
import { StoreRest } from './store-rest.ts';
import { judgeWaiting } from './verdict.ts';

export interface PoolSetup {
  readonly store: CredentialStore;
  readonly credentials: readonly Credential[];
  readonly desk: Desk;
  /** Leases and tickets last so long without a sign of life. */
  readonly ttlMs: number;
  readonly beatMs: number;
}

/** What a turn is to do, besides handing out what can be handed out. */
export interface Agenda {
  readonly now: number;
  /** By how much the clock has jumped. */
  stepMs(state: PoolState): number;
  /** Our own tickets, and what they wait for at most. */
  deadlineOf(ticket: string): number | null;
  readonly hasLeases: boolean;
  /** In order; those about our tickets that got lost are made from the state. */
  listEvents(state: PoolState): readonly PoolEvent[];
}

export interface TurnEnd {
  readonly before: PoolState;
  readonly state: PoolState;
  readonly now: number;
  readonly stepMs: number;
  readonly granted: ReadonlyMap<string, string>;
  readonly refusals: ReadonlyMap<string, NoCredentialError>;
  readonly awaited: readonly string[];
  readonly wakeAt: number | null;
}

/** With the state in which those are still waiting that were refused. */
type Advance = TurnEnd & { readonly planned: PoolState };

/** The state of the pool between two turns. While nobody else writes, nothing is read again. */
export class Pool {
  readonly #setup: PoolSetup;
  readonly #places = new KeptPlaces();
  readonly #rest = new StoreRest();
  #state = emptyState;
  #version: number | null = null;
  #wasSeen = false;

  constructor(setup: PoolSetup) {
    this.#setup = setup;
  }

  /**
   * As it stands, without changing anything: those that gave no sign of life for too long are no longer in it. While the
   * store fails, it is as it was last seen.
   */
  read(now: number): PoolState {
    return this.#bury(this.#look(now), now);
  }

  /** Whether others wait for what becomes of it. */
  isTrying(lease: string): boolean {
    return isTrying(this.#state, lease);
  }

  /** Whoever has little time left tries at once. */
  hurry(): void {
    this.#rest.end();
  }

  #look(now: number): PoolState {
    try {
      return this.#rest.guard(now, () => this.#setup.store.transact((entries) => this.#load(entries)));
    } catch (error) {
      if (!this.#wasSeen || !(error instanceof AgentOsError)) throw error;
      return this.#state;
    }
  }

  /** All or nothing: if anything fails, nothing was handed out, and the state is read anew the next time. */
  turn(agenda: Agenda): TurnEnd {
    try {
      const { planned, ...end } = this.#rest.guard(agenda.now, () => this.#write(agenda));
      this.#state = end.state;
      this.#places.note(planned, end.state, end.refusals);
      return end;
    } catch (error) {
      this.#version = null;
      throw error;
    }
  }

  #write(agenda: Agenda): Advance {
    return this.#setup.store.transact((entries) => {
      const before = this.#load(entries);
      const done = this.#advance(before, agenda);
      saveChanges(entries, before, done.state);
      return done;
    });
  }

  #load(entries: Entries): PoolState {
    if (this.#version !== entries.version) this.#state = loadState(entries);
    this.#version = entries.version;
    this.#wasSeen = true;
    return this.#state;
  }

  #advance(before: PoolState, agenda: Agenda): Advance {
    const { desk, credentials } = this.#setup;
    const stepMs = agenda.stepMs(before);
    const stepped = stepMs === 0 ? before : apply(before, { kind: 'clock-stepped', byMs: stepMs }, agenda.now);
    const now = Math.max(agenda.now, countersOf(stepped).seenAt);
    const alive = this.#bury(stepped, now);
    const events = agenda.listEvents(alive).map((event) => this.#place(event));
    const happened = events.reduce((state, event) => apply(state, event, now), alive);
    const beaten = this.#beat(happened, agenda, now);
    const plan = planGrants(beaten, desk, now);
    const verdicts = judgeWaiting(plan.state, credentials, agenda.deadlineOf, now);
    const state = [...verdicts.refusals.keys()].reduce<PoolState>(
      (next, id) => apply(next, { kind: 'ticket-dropped', id }, now),
      plan.state,
    );
    const { state: planned, granted, awaited } = plan;
    return { before, planned, state, now, stepMs, granted, awaited, ...verdicts };
  }

  #place(event: PoolEvent): PoolEvent {
    return event.kind === 'ticket-made' ? this.#places.restore(event) : event;
  }

  /** Those that gave no sign of life for too long. */
  #bury(state: PoolState, now: number): PoolState {
    const dead = [...state.owners].filter(([id, { expiresAt }]) => id !== this.#setup.desk.owner && expiresAt < now);
    return dead.reduce((next, [owner]) => apply(next, { kind: 'owner-gone', owner }, now), state);
  }

  #beat(state: PoolState, { hasLeases }: Agenda, now: number): PoolState {
    const { desk, ttlMs, beatMs } = this.#setup;
    const isIdle = !hasLeases && ![...state.tickets.values()].some(({ owner }) => owner === desk.owner);
    const expiresAt = state.owners.get(desk.owner)?.expiresAt ?? 0;
    if (isIdle || expiresAt > now + ttlMs - beatMs) return state;
    return apply(state, { kind: 'owner-seen', owner: desk.owner, expiresAt: now + ttlMs }, now);
  }
}
