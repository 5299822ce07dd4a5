import type { Credential } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { PoolEvent } from './events.ts';
import type { NoCredentialError } from './lease.ts';
import { type Desk, planGrants } from './planning.ts';
import { loadState, saveChanges } from './pool-rows.ts';
import { countersOf, emptyState, type PoolState } from './pool-state.ts';
import { apply } from './reducer.ts';
import type { CredentialStore, Entries } from './store.ts';
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

/** The state of the pool between two turns. While nobody else writes, nothing is read again. */
export class Pool {
  readonly #setup: PoolSetup;
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
    return this.#bury(this.#look(), now);
  }

  #look(): PoolState {
    try {
      return this.#setup.store.transact((entries) => this.#load(entries));
    } catch (error) {
      if (!this.#wasSeen || !(error instanceof AgentOsError)) throw error;
      return this.#state;
    }
  }

  /** All or nothing: if anything fails, nothing was handed out, and the state is read anew the next time. */
  turn(agenda: Agenda): TurnEnd {
    try {
      const end = this.#setup.store.transact((entries) => {
        const before = this.#load(entries);
        const done = this.#advance(before, agenda);
        saveChanges(entries, before, done.state);
        return done;
      });
      this.#state = end.state;
      return end;
    } catch (error) {
      this.#version = null;
      throw error;
    }
  }

  #load(entries: Entries): PoolState {
    if (this.#version !== entries.version) this.#state = loadState(entries);
    this.#version = entries.version;
    this.#wasSeen = true;
    return this.#state;
  }

  #advance(before: PoolState, agenda: Agenda): TurnEnd {
    const { desk, credentials } = this.#setup;
    const stepMs = agenda.stepMs(before);
    const stepped = stepMs === 0 ? before : apply(before, { kind: 'clock-stepped', byMs: stepMs }, agenda.now);
    const now = Math.max(agenda.now, countersOf(stepped).seenAt);
    const alive = this.#bury(stepped, now);
    const happened = agenda.listEvents(alive).reduce((state, event) => apply(state, event, now), alive);
    const beaten = this.#beat(happened, agenda, now);
    const plan = planGrants(beaten, desk, now);
    const verdicts = judgeWaiting(plan.state, credentials, agenda.deadlineOf, now);
    const state = [...verdicts.refusals.keys()].reduce<PoolState>(
      (next, id) => apply(next, { kind: 'ticket-dropped', id }, now),
      plan.state,
    );
    const { granted, awaited } = plan;
    return { before, state, now, stepMs, granted, awaited, refusals: verdicts.refusals, wakeAt: verdicts.wakeAt };
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
