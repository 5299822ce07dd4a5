import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptEnd } from '../model/attempt.ts';
import { AgentOsError } from '../model/errors.ts';
import { descriptorRoom } from './descriptor-room.ts';
import type { WorkerSetup } from './fork-worker.ts';
import { killWorkers, PooledWorker } from './pooled-worker.ts';

/** No caller gets more workers than this. */
export const hardestCap = 64;
const mostTasks = 50;
/** So that the start of a successor is never more than a hundredth of the time that a worker serves. */
const leastServiceMs = 10_000;
const mostRssBytes = 250 * 1024 * 1024;
/** What a task left running in its worker does not keep it for longer. */
const leavePatienceMs = 1_000;
/** Whoever keeps a processor busy for longer is not just starting. */
const longestStartMs = 500;

/** Warm, forked workers, each lent to one task at a time. Starts no more than are needed, and never more than its size. */
export class WorkerPool {
  readonly size: number;
  readonly #setup: WorkerSetup;
  readonly #idle: PooledWorker[] = [];
  readonly #lent = new Set<PooledWorker>();
  /** Those whose first task has not waited for anything yet. */
  readonly #cold = new Set<PooledWorker>();
  readonly #mostCold: number;
  readonly #leaving = new Set<PooledWorker>();
  readonly #waiting: (() => void)[] = [];
  #hasServed = false;
  #isClosed = false;

  /** `mostCold`: so many at a time may be at their first task, before it first waits for something. */
  constructor(setup: WorkerSetup, size: number, mostCold = Number.POSITIVE_INFINITY) {
    this.#setup = setup;
    this.#mostCold = mostCold;
    this.size = Math.max(1, Math.min(Math.floor(size), hardestCap, descriptorRoom()));
  }

  /** Starts workers before they are needed; what keeps one from it is told to whoever needs it. */
  warm(count: number): void {
    const wanted = this.#isClosed ? 0 : Math.min(count, this.size, this.#mostCold);
    try {
      while (this.#idle.length + this.#lent.size < wanted) this.#idle.push(this.#start());
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
    }
  }

  /** Whether a worker could ever start: then what keeps one from it may pass. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /**
   * Contract: give it back with `release`. Throws AgentOsError WORKER_UNSTARTABLE if there is none and none will be, and
   * POOL_CLOSED once `close` was called.
   */
  async acquire(): Promise<PooledWorker> {
    while (!this.#isClosed && !this.#canLend()) await this.#nextRelease();
    this.#refuseIfClosed();
    let worker: PooledWorker;
    try {
      worker = await this.#borrow();
    } catch (error) {
      this.#refuseIfClosed();
      // Whoever waits for a release would wait for ever.
      if (this.#lent.size === 0) this.#wakeAll();
      if (this.#lent.size === 0) throw error;
      await this.#nextRelease();
      return await this.acquire();
    }
    if (this.#isClosed) this.release(worker, true);
    this.#refuseIfClosed();
    return worker;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Lends nothing from now on. */
  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  /** A sound worker is kept for the next task; one that has served long, grown large or left processes behind is not. */
  release(worker: PooledWorker, isSound: boolean): void {
    this.#lent.delete(worker);
    if (!isSound || worker.hasChildren) worker.kill();
    else if (hasServedLong(worker) || worker.rssBytes > mostRssBytes) this.#dismiss(worker);
    else if (!worker.isGone) this.#idle.push(worker);
    this.#waiting.shift()?.();
  }

  get busy(): readonly PooledWorker[] {
    return [...this.#lent];
  }

  /** Lets idle workers end by themselves; resolves when all are gone. */
  async dismiss(): Promise<void> {
    for (const worker of this.#idle.splice(0)) this.#dismiss(worker);
    await Promise.all([...this.#leaving].map((worker) => worker.gone));
  }

  killAll(): void {
    killWorkers([...this.#lent, ...this.#leaving, ...this.#idle.splice(0)]);
  }

  /** Ends all that are lent, now; `end` is how their tasks end. */
  killBusy(end: AttemptEnd): void {
    killWorkers([...this.#lent], end);
  }

  #canLend(): boolean {
    const isWarm = (this.#idle.at(-1)?.tasks ?? 0) > 0;
    const hasRoom = this.#idle.length > 0 || this.#lent.size < this.size;
    return isWarm || (hasRoom && this.#cold.size < this.#mostCold);
  }

  async #borrow(): Promise<PooledWorker> {
    const worker = this.#takeIdle() ?? this.#start();
    this.#lend(worker);
    try {
      await worker.ready;
    } catch (error) {
      this.#lent.delete(worker);
      throw error;
    }
    this.#hasServed = true;
    return worker;
  }

  #lend(worker: PooledWorker): void {
    this.#lent.add(worker);
    if (worker.tasks === 0) void this.#warmUp(worker);
  }

  async #warmUp(worker: PooledWorker): Promise<void> {
    this.#cold.add(worker);
    await worker.ready.catch(() => {});
    await Promise.race([worker.warmed, sleep(longestStartMs, undefined, { ref: false })]);
    this.#cold.delete(worker);
    // Who waits for one that could not start is woken by whoever has it.
    if (!worker.isGone) this.#waiting.shift()?.();
  }

  /** The one that served last is the warmest; one that died in its sleep serves nobody. */
  #takeIdle(): PooledWorker | undefined {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (!worker.isGone) return worker;
    }
    return undefined;
  }

  #dismiss(worker: PooledWorker): void {
    this.#leaving.add(worker);
    worker.dismiss();
    const timer = setTimeout(() => worker.kill(), leavePatienceMs);
    void worker.gone.then(() => {
      clearTimeout(timer);
      this.#leaving.delete(worker);
    });
  }

  #refuseIfClosed(): void {
    if (this.#isClosed) throw new AgentOsError('POOL_CLOSED', 'the batch is stopping: no worker is lent any more');
  }

  #start(): PooledWorker {
    try {
      return new PooledWorker(this.#setup);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new AgentOsError('WORKER_UNSTARTABLE', `a worker could not start: ${why}`, { cause: error });
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #nextRelease(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }
}

function hasServedLong({ tasks, startedMs }: PooledWorker): boolean {
  return tasks >= mostTasks && performance.now() - startedMs >= leastServiceMs;
}
