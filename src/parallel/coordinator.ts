import type { AttemptEnd, ParkedAttempt } from '../model/attempt.ts';
import { AgentOsError } from '../model/errors.ts';
import { explainFailure, type Failure, policies } from '../model/failure.ts';
import type { Fate } from '../model/outcome.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { TaskQueue } from './task-queue.ts';
import { hardestCap } from './worker-pool.ts';

/** All that scheduling needs to know of a task. */
export interface CoordinatedTask {
  readonly id: string;
  /** Tasks that may not run at the same time. */
  readonly conflictsWith: readonly string[];
}

export interface CoordinatorOptions<Task extends CoordinatedTask> {
  /** How many tasks run at once. */
  readonly parallel: number;
  /** The cap on `parallel`: 10, and never above 64. */
  readonly maxParallel?: number;
  /** How often a task may start when its worker crashes or takes too long: 2. */
  readonly maxAttempts?: number;
  /** How long one task may wait for limits and outages in all: two hours. */
  readonly maxWaitMs?: number;
  /** What earlier runs of the same batch used up of a task's bounds. */
  readonly used?: (task: Task) => UsedBounds;
  /** What a task that is done goes on with, under the same id; null: it is done for good. */
  readonly follow?: (task: Task) => Task | null;
  readonly listener?: CoordinatorListener<Task>;
  readonly clock?: Clock;
}

export interface UsedBounds {
  readonly burnedAttempts: number;
  readonly waitedMs: number;
}

/** Who is told how tasks fare. */
export interface CoordinatorListener<Task> {
  /** This attempt is over; there will be another. */
  onAttemptFailed?(task: Task, attempt: number, failure: Failure): void;
  onParked?(task: Task, parking: ParkedAttempt): void;
  onEnded?(task: Task, fate: Fate, end: AttemptEnd | null): void;
  /** Whether the person for whom a task is parked has answered. */
  hasAnswer?(task: Task, gate: string): boolean;
  /** Nothing new starts from now on, and why. */
  onStopping?(reason: string): void;
}

interface Entry<Task> {
  task: Task;
  burned: number;
  waitedMs: number;
  fate: Fate | null;
}

interface Wait {
  readonly waitMs: number;
  readonly dueAt: number;
}

const answerPollMs = 1000;
const unused: UsedBounds = { burnedAttempts: 0, waitedMs: 0 };

/**
 * Keeps N tasks running. A task that waits holds no place; one that fails costs nobody else anything.
 * Contract of `run`: resolves with the fate of every task, whatever `execute` does, and waits for nothing without a bound
 * but for `execute` itself.
 */
export class ParallelCoordinator<Task extends CoordinatedTask> {
  readonly parallel: number;
  readonly #maxAttempts: number;
  readonly #maxWaitMs: number;
  readonly #used: (task: Task) => UsedBounds;
  readonly #follow: (task: Task) => Task | null;
  readonly #listener: CoordinatorListener<Task>;
  readonly #clock: Clock;
  readonly #breaker = new CircuitBreaker();
  readonly #queue = new TaskQueue<Task>();
  readonly #entries = new Map<string, Entry<Task>>();
  readonly #timers = new Map<string, Wait & { cancel(): void }>();
  readonly #gates = new Map<string, string>();
  readonly #finished = Promise.withResolvers<void>();
  #execute: ((task: Task, attempt: number) => Promise<AttemptEnd>) | null = null;
  #stopReason: string | null = null;
  #cancelPoll: (() => void) | null = null;

  constructor(options: CoordinatorOptions<Task>) {
    const cap = Math.min(options.maxParallel ?? 10, hardestCap);
    this.parallel = Math.max(1, Math.min(Math.floor(options.parallel), cap));
    this.#maxAttempts = options.maxAttempts ?? 2;
    this.#maxWaitMs = options.maxWaitMs ?? 7_200_000;
    this.#used = options.used ?? (() => unused);
    this.#follow = options.follow ?? (() => null);
    this.#listener = options.listener ?? {};
    this.#clock = options.clock ?? systemClock;
  }

  async run(
    tasks: readonly Task[],
    execute: (task: Task, attempt: number) => Promise<AttemptEnd>,
  ): Promise<ReadonlyMap<string, Fate>> {
    if (this.#execute !== null) throw new Error('a coordinator runs once');
    this.#execute = execute;
    for (const task of tasks) this.#add(task);
    if (this.#stopReason !== null) this.#cancelWaiting();
    this.#pump();
    await this.#finished.promise;
    return new Map([...this.#entries].map(([id, { fate }]) => [id, fate ?? { kind: 'cancelled' }]));
  }

  /** Starts nothing new. Running tasks go on until `execute` ends them; all others are cancelled. */
  stop(reason: string): void {
    if (this.#stopReason !== null) return;
    this.#stopReason = reason;
    this.#listener.onStopping?.(reason);
    if (this.#execute === null) return;
    this.#cancelWaiting();
    this.#pump();
  }

  #cancelWaiting(): void {
    for (const { cancel } of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#gates.clear();
    this.#queue.clear();
    for (const entry of this.#entries.values()) {
      if (entry.fate === null && !this.#queue.isRunning(entry.task)) this.#end(entry, { kind: 'cancelled' }, null);
    }
  }

  #add(task: Task): void {
    if (this.#entries.has(task.id)) throw new AgentOsError('ID_DUPLICATE', `task ${task.id} is given twice`);
    const { burnedAttempts, waitedMs } = this.#used(task);
    this.#entries.set(task.id, { task, burned: burnedAttempts, waitedMs, fate: null });
    this.#queue.add(task);
  }

  #pump(): void {
    while (this.#stopReason === null && this.#queue.running < this.parallel) {
      const task = this.#queue.takeNext();
      if (task === null) break;
      void this.#start(task);
    }
    this.#watchGates();
    if (this.#queue.running > 0 || this.#timers.size > 0 || this.#queue.waiting > 0) return;
    // Somebody may have answered since the last look, and was told that the batch runs.
    this.#takeAnswered();
    if (this.#queue.waiting === 0) this.#finish();
    else this.#pump();
  }

  #finish(): void {
    this.#cancelPoll?.();
    this.#finished.resolve();
  }

  async #start(task: Task): Promise<void> {
    const entry = this.#entryOf(task);
    const end = await this.#attempt(task, entry.burned + 1);
    this.#queue.release(task);
    this.#decide(entry, end);
    this.#pump();
  }

  async #attempt(task: Task, attempt: number): Promise<AttemptEnd> {
    try {
      return (await this.#execute?.(task, attempt)) ?? { kind: 'stopped' };
    } catch (error) {
      return { kind: 'failed', failure: explainFailure(error) };
    }
  }

  #decide(entry: Entry<Task>, end: AttemptEnd): void {
    if (end.kind === 'done') this.#finishTask(entry, end);
    if (end.kind === 'rejected') this.#end(entry, { kind: 'rejected', reason: end.reason }, end);
    if (end.kind === 'stopped') this.#end(entry, { kind: 'cancelled' }, end);
    if (end.kind === 'parked') this.#park(entry, end);
    if (end.kind === 'failed') this.#fail(entry, end.failure);
  }

  #finishTask(entry: Entry<Task>, end: Extract<AttemptEnd, { kind: 'done' }>): void {
    const next = this.#follow(entry.task);
    if (next === null) this.#end(entry, { kind: 'done', files: end.files }, end);
    else this.#goOn(entry, next);
  }

  /** What has begun is finished first; it may fail as often as a task that is new. */
  #goOn(entry: Entry<Task>, next: Task): void {
    entry.task = next;
    entry.burned = 0;
    this.#startAgain(entry);
  }

  /** A batch that stops leaves it to a resume. */
  #startAgain(entry: Entry<Task>): void {
    if (this.#stopReason === null) this.#queue.addAgain(entry.task);
    else this.#end(entry, { kind: 'cancelled' }, null);
  }

  #fail(entry: Entry<Task>, failure: Failure): void {
    const policy = policies[failure.code];
    if (policy.burnsAttempt) entry.burned += 1;
    if (policy.burnsAttempt && entry.burned < this.#maxAttempts) {
      this.#listener.onAttemptFailed?.(entry.task, entry.burned, failure);
      this.#startAgain(entry);
      return;
    }
    this.#end(entry, { kind: 'failed', failure }, { kind: 'failed', failure });
    if (policy.stopsBatch) this.stop(failure.message);
  }

  #park(entry: Entry<Task>, parking: ParkedAttempt): void {
    if (parking.for === 'person') this.#parkForPerson(entry, parking);
    else if (this.#stopReason !== null) this.#end(entry, { kind: 'cancelled' }, parking);
    else this.#parkForTime(entry, parking);
  }

  #parkForPerson(entry: Entry<Task>, parking: Extract<ParkedAttempt, { for: 'person' }>): void {
    this.#listener.onParked?.(entry.task, parking);
    entry.fate = { kind: 'parked', for: 'person', reason: parking.reason, untilAt: null };
    if (this.#stopReason === null) this.#gates.set(entry.task.id, parking.gate);
  }

  #parkForTime(entry: Entry<Task>, parking: Extract<ParkedAttempt, { for: 'time' }>): void {
    const waitMs = Math.max(0, parking.untilAt - this.#clock.now());
    entry.waitedMs += parking.heldMs;
    if (entry.waitedMs + waitMs > this.#maxWaitMs) {
      this.#endImpatiently(entry, parking);
      return;
    }
    this.#listener.onParked?.(entry.task, parking);
    const wait = { waitMs, dueAt: this.#clock.now() + waitMs };
    const cancel = this.#clock.after(waitMs, () => this.#wake(entry, wait));
    this.#timers.set(entry.task.id, { ...wait, cancel });
  }

  /** All whose time has come together: who is first among them is not for their timers to say. */
  #wake(entry: Entry<Task>, wait: Wait): void {
    this.#returnWaiting(entry, wait);
    for (const [id, other] of this.#timers) {
      if (other.dueAt > this.#clock.now()) continue;
      other.cancel();
      const due = this.#entries.get(id);
      if (due !== undefined) this.#returnWaiting(due, other);
    }
    this.#pump();
  }

  #returnWaiting(entry: Entry<Task>, { waitMs }: Wait): void {
    entry.waitedMs += waitMs;
    this.#timers.delete(entry.task.id);
    this.#queue.addAgain(entry.task);
  }

  #endImpatiently(entry: Entry<Task>, { reason, cause }: Extract<ParkedAttempt, { for: 'time' }>): void {
    const message = `waited ${Math.round(entry.waitedMs / 1000)} s of ${this.#maxWaitMs / 1000} s (--max-wait): ${reason}`;
    const failure = { code: cause, message };
    this.#end(entry, { kind: 'failed', failure }, { kind: 'failed', failure });
  }

  /** A person may answer while other tasks run; the batch does not stay up for them alone. */
  #watchGates(): void {
    if (this.#gates.size === 0 || this.#cancelPoll !== null) return;
    this.#cancelPoll = this.#clock.after(answerPollMs, () => {
      this.#cancelPoll = null;
      this.#takeAnswered();
      this.#pump();
    });
  }

  #takeAnswered(): void {
    for (const [id, gate] of this.#gates) {
      const entry = this.#entries.get(id);
      if (entry === undefined || !this.#listener.hasAnswer?.(entry.task, gate)) continue;
      this.#gates.delete(id);
      entry.fate = null;
      this.#queue.addAgain(entry.task);
    }
  }

  #end(entry: Entry<Task>, fate: Fate, end: AttemptEnd | null): void {
    entry.fate = fate;
    this.#listener.onEnded?.(entry.task, fate, end);
    const trip = end === null ? null : this.#breaker.note(entry.task.id, end);
    if (trip !== null) this.stop(trip);
  }

  #entryOf({ id }: Task): Entry<Task> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`${id} was never added`);
    return entry;
  }
}
