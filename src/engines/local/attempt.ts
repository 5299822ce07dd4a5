import type { AttemptEnd } from '../../model/attempt.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { CodeCommit, PublishedFile, TaskEvent, Unaddressed } from '../../model/event.ts';
import { explainFailure } from '../../model/failure.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { TaskReceipt } from '../../model/task-receipt.ts';
import { makeTraceVariables, type TraceContext } from '../../model/trace.ts';
import { systemClock } from '../../parallel/clock.ts';
import type { PooledWorker } from '../../parallel/pooled-worker.ts';
import type { Request, ToldEvent } from '../../parallel/worker-messages.ts';
import { removeTemporaries } from '../../store/leftovers.ts';
import { hasTemporary, publishResult } from '../../store/results.ts';
import type { LocalHouse } from './house.ts';
import { makeSpanId } from './trace-ids.ts';

/** So long a task waits before it asks a machine again that had no room for its worker. */
const roomPauseMs = 30_000;

type DoneAttempt = Extract<AttemptEnd, { kind: 'done' }>;

/** One execution of one task in one worker, with every word of it in the journal. */
export class Attempt<Task extends { readonly id: string }> {
  readonly #house: LocalHouse<Task>;
  readonly #task: Task;
  readonly #attempt: number;
  readonly #trace: TraceContext;
  #next: (Task & WorkflowTask) | null = null;
  /** Temporaries that may be there, and would stay if nobody removed them. */
  readonly #prepared = new Set<string>();

  constructor(house: LocalHouse<Task>, task: Task, attempt: number) {
    this.#house = house;
    this.#task = task;
    this.#attempt = attempt;
    this.#trace = { traceId: house.traceId, spanId: makeSpanId() };
  }

  get spanId(): string {
    return this.#trace.spanId;
  }

  /** What it goes on with when it is done; null if that was all. */
  get next(): Task | null {
    return this.#next;
  }

  /** Resolves with its end; the worker has gone back to the pool. Rejects if the journal cannot be written. */
  async run(): Promise<{ readonly end: AttemptEnd; readonly runningMs: number }> {
    const { pool, clock } = this.#house;
    const worker = await this.#acquire();
    if ('kind' in worker) return { end: worker, runningMs: 0 };
    const startedMs = clock.now();
    const runningMs = () => Math.round(clock.now() - startedMs);
    let isSound = false;
    try {
      // What is known of the task before it starts again.
      const order = await this.#house.orderOf(this.#task, this.#attempt);
      await this.#append({ kind: 'task-started', attempt: this.#attempt });
      const end = await this.#complete(this.#judge(await this.#runIn(worker, order)), worker, runningMs);
      isSound = end.kind !== 'failed';
      return { end, runningMs: runningMs() };
    } finally {
      this.#house.onAttemptEnd?.(this.#task);
      pool.release(worker, isSound);
      removeTemporaries(this.#house.repoDir, this.#prepared);
    }
  }

  /** Without a worker it ends before it began: the batch is stopping, or the machine has no room for another process now. */
  async #acquire(): Promise<PooledWorker | AttemptEnd> {
    const { pool } = this.#house;
    try {
      return await pool.acquire();
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
      if (error.code === 'POOL_CLOSED') return { kind: 'stopped' };
      if (error.code !== 'WORKER_UNSTARTABLE' || !pool.hasServed) throw error;
      const untilAt = systemClock.now() + roomPauseMs;
      return { kind: 'parked', for: 'time', untilAt, reason: error.message, cause: 'crash', heldMs: 0 };
    }
  }

  async #runIn(worker: PooledWorker, order: unknown): Promise<AttemptEnd> {
    const { clock, taskTimeoutMs } = this.#house;
    const timeout: AttemptEnd = {
      kind: 'failed',
      failure: { code: 'timeout', message: `took longer than ${taskTimeoutMs / 1000} s (--task-timeout)` },
    };
    const cancel = clock.after(taskTimeoutMs, () => worker.kill(timeout));
    try {
      return await worker.run({
        order,
        trace: makeTraceVariables(this.#trace),
        onTold: (event) => this.#hear(event),
        onRequest: async (request) => await this.#answer(request),
        onSaid: (line) => this.#house.onSaid(this.#task, line),
        onOutput: (stream, chunk) => this.#house.onOutput(this.#task, stream, chunk),
      });
    } finally {
      cancel();
      this.#house.onOutputEnd(this.#task);
    }
  }

  /** A worker that was told to end while its batch goes on was told so by somebody else. */
  #judge(end: AttemptEnd): AttemptEnd {
    if (end.kind !== 'stopped' || this.#house.pool.isClosed) return end;
    return { kind: 'failed', failure: { code: 'crash', message: 'its worker was told to end (SIGTERM)' } };
  }

  /** A task that is done becomes so here: its results are published, and the journal says it. */
  async #complete(end: AttemptEnd, worker: PooledWorker, runningMs: () => number): Promise<AttemptEnd> {
    if (end.kind !== 'done') return end;
    const { files, code } = end;
    try {
      if (files.length > 0) await this.#publish(files, code);
      this.#next = await this.#findNext();
    } catch (error) {
      worker.settle(false);
      return { kind: 'failed', failure: explainFailure(error) };
    }
    await this.#append(this.#lastWord(end, runningMs()));
    worker.settle(true);
    return end;
  }

  async #findNext(): Promise<(Task & WorkflowTask) | null> {
    return (await this.#house.follow?.(this.#task)) ?? null;
  }

  #lastWord({ files, code }: DoneAttempt, runningMs: number): Unaddressed<TaskEvent> {
    if (this.#next === null) return { kind: 'task-done', files, runningMs, ...(code === undefined ? {} : { code }) };
    return { kind: 'workflow-done', files, runningMs, next: this.#next };
  }

  #hear(event: ToldEvent): void {
    if (event.kind === 'published') this.#forgetPrepared(event.files);
    this.#house.note({ ...event, task: this.#task.id }, this.#trace.spanId);
  }

  async #answer(request: Request): Promise<TaskReceipt | null> {
    switch (request.kind) {
      case 'receipt':
        return (await this.#house.receiptOf?.(this.#task)) ?? null;
      case 'call':
        await this.#house.permitCall(this.#task);
        return null;
      case 'presence':
        return null;
      case 'prepare':
        await this.#permitWriting(request.files, { kind: 'preparing', files: request.files });
        return null;
      case 'publish': {
        const { files } = request;
        const paths = files.map(({ path }) => path);
        await this.#permitWriting(paths, { kind: 'publishing', files, isResult: false });
        return null;
      }
    }
  }

  /** The journal names temporaries before they are on the disk. */
  async #permitWriting(paths: readonly string[], event: Unaddressed<TaskEvent>): Promise<void> {
    const { repoDir } = this.#house;
    const taken = paths.find((path) => hasTemporary(repoDir, path));
    if (taken !== undefined) {
      throw new AgentOsError('FILE_CHANGED', `${taken}.tmp is in the way, and not ours: remove it, and retry`);
    }
    await this.#append(event);
    for (const path of paths) this.#prepared.add(path);
  }

  async #publish(files: readonly PublishedFile[], code?: CodeCommit): Promise<void> {
    await this.#append({ kind: 'publishing', files, isResult: true, ...(code === undefined ? {} : { code }) });
    await publishResult(this.#house.repoDir, ...files);
    this.#forgetPrepared(files);
  }

  #forgetPrepared(files: readonly PublishedFile[]): void {
    for (const { path } of files) this.#prepared.delete(path);
  }

  async #append(event: Unaddressed<TaskEvent>): Promise<void> {
    await this.#house.append({ ...event, task: this.#task.id }, this.#trace.spanId);
  }
}
