import type { AttemptEnd, ParkedAttempt } from '../../model/attempt.ts';
import type { TaskEvent, Unaddressed } from '../../model/event.ts';
import type { Failure } from '../../model/failure.ts';
import type { Fate } from '../../model/outcome.ts';
import { systemClock } from '../../parallel/clock.ts';
import { type CoordinatedTask, ParallelCoordinator, type UsedBounds } from '../../parallel/coordinator.ts';
import { Shutdown } from '../../parallel/shutdown.ts';
import type { Engine } from '../engine.ts';
import { Attempt } from './attempt.ts';
import type { LocalHouse } from './house.ts';

/** What bounds a batch. */
export interface BatchLimits {
  readonly parallel: number;
  readonly maxParallel: number;
  readonly maxAttempts: number;
  readonly maxWaitMs: number;
  /** Null: no limit. */
  readonly batchTimeoutMs: number | null;
}

/** A batch on this machine: workers of a pool, every event in the journal before anybody acts on it. */
export class LocalBatch<Task extends CoordinatedTask> implements Engine<Task> {
  readonly #house: LocalHouse<Task>;
  readonly #limits: BatchLimits;
  readonly #coordinator: ParallelCoordinator<Task>;
  readonly #shutdown: Shutdown;
  /** The last attempt of each task that has started. */
  readonly #attempts = new Map<string, { readonly spanId: string; runningMs: number }>();
  /** What tasks that are done go on with. */
  readonly #next = new Map<string, Task>();

  constructor(house: LocalHouse<Task>, limits: BatchLimits, used: (task: Task) => UsedBounds) {
    this.#house = house;
    this.#limits = limits;
    this.#coordinator = new ParallelCoordinator<Task>({
      ...limits,
      used,
      follow: (task) => this.#takeNext(task),
      listener: {
        onAttemptFailed: (task, attempt, failure) => this.#onAttemptFailed(task, attempt, failure),
        onParked: (task, parking) => this.#onParked(task, parking),
        onEnded: (task, fate, end) => this.#onEnded(task, fate, end),
        hasAnswer: (task, gate) => house.hasAnswer(task, gate),
        onStopping: (reason) =>
          void house.append({ kind: 'batch-stopping', reason }, house.batchSpanId).catch(() => {}),
      },
    });
    this.#shutdown = new Shutdown(this.#coordinator, house.pool, systemClock);
  }

  async execute(tasks: readonly Task[]): Promise<ReadonlyMap<string, Fate>> {
    const { pool } = this.#house;
    const { batchTimeoutMs } = this.#limits;
    pool.warm(Math.min(tasks.length, this.#coordinator.parallel));
    const cancelTimeout =
      batchTimeoutMs === null
        ? () => {}
        : systemClock.after(batchTimeoutMs, () =>
            this.stop(`the batch took longer than ${batchTimeoutMs / 1000} s (--batch-timeout)`),
          );
    try {
      return await this.#coordinator.run(tasks, async (task, attempt) => await this.#attempt(task, attempt));
    } finally {
      cancelTimeout();
      this.#shutdown.callOff();
      await pool.dismiss();
    }
  }

  stop(reason: string): void {
    this.#shutdown.ask(reason);
  }

  kill(reason: string): void {
    this.#shutdown.killNow(reason);
  }

  async #attempt(task: Task, attempt: number): Promise<AttemptEnd> {
    const execution = new Attempt(this.#house, task, attempt);
    const known = { spanId: execution.spanId, runningMs: 0 };
    this.#attempts.set(task.id, known);
    const { end, runningMs } = await execution.run();
    known.runningMs = runningMs;
    if (execution.next !== null) this.#next.set(task.id, execution.next);
    return end;
  }

  #takeNext({ id }: Task): Task | null {
    const next = this.#next.get(id) ?? null;
    this.#next.delete(id);
    return next;
  }

  #onAttemptFailed(task: Task, attempt: number, failure: Failure): void {
    this.#append(task, { kind: 'attempt-failed', attempt, failure });
  }

  #onParked(task: Task, parking: ParkedAttempt): void {
    const untilAt = parking.for === 'time' ? parking.untilAt : null;
    const { reason } = parking;
    const gate = parking.for === 'person' ? parking.gate : null;
    const heldMs = parking.for === 'time' ? parking.heldMs : 0;
    this.#append(task, {
      kind: 'task-parked',
      for: parking.for,
      gate,
      reason,
      untilAt,
      heldMs,
      runningMs: this.#runningMs(task),
    });
  }

  /** A task that is done has said so itself, before its checkpoint could go. */
  #onEnded(task: Task, fate: Fate, end: AttemptEnd | null): void {
    const runningMs = this.#runningMs(task);
    if (end?.kind === 'done') this.#house.onDone?.(task, end.value);
    if (fate.kind === 'failed') this.#append(task, { kind: 'task-failed', failure: fate.failure, runningMs });
    if (fate.kind === 'cancelled') this.#append(task, { kind: 'task-cancelled', runningMs });
    if (end?.kind === 'rejected') {
      const { reason, rounds, drafts } = end;
      const judged = drafts === undefined ? {} : { drafts };
      this.#append(task, { kind: 'task-rejected', reason, rounds, ...judged, runningMs });
    }
    if (fate.kind === 'failed' && fate.failure.code === 'storage') this.#shutdown.killNow(fate.failure.message);
  }

  #runningMs({ id }: Task): number {
    return this.#attempts.get(id)?.runningMs ?? 0;
  }

  /** Who could wait for it is gone already: a journal that fails ends the batch by itself. */
  #append(task: Task, event: Unaddressed<TaskEvent>): void {
    const spanId = this.#attempts.get(task.id)?.spanId ?? this.#house.batchSpanId;
    this.#house.append({ ...event, task: task.id }, spanId).catch((error) => {
      this.#shutdown.killNow(error instanceof Error ? error.message : String(error));
    });
  }
}
