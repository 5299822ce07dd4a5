import { LocalBatch } from '../engines/local/local-batch.ts';
import { makeSpanId, makeTraceId } from '../engines/local/trace-ids.ts';
import type { BatchEvent } from '../model/event.ts';
import type { Fate } from '../model/outcome.ts';
import { AwakeClock } from '../parallel/awake-clock.ts';
import { workerEntry } from '../parallel/worker-entry.ts';
import { WorkerPool } from '../parallel/worker-pool.ts';
import type { TaskOrder } from '../worker/task-order.ts';
import { KeptState } from './kept-state.ts';
import type { ResolvedConfig } from './parallel-config.ts';
import type { CheckedTask } from './parallel-task.ts';
import { Voices } from './voices.ts';

/** The local engine in the process of somebody else: no screen, no signals, and files only where it is told. */
export class LibraryHouse implements AsyncDisposable {
  /** Of tasks that are done, by id. */
  readonly values = new Map<string, unknown>();
  readonly #config: ResolvedConfig;
  readonly #executor: URL;
  readonly #state: KeptState | null;
  readonly #clock: AwakeClock;
  readonly #voices: Voices;
  readonly #pool: WorkerPool;
  readonly #engine: LocalBatch<CheckedTask>;
  readonly #traceId = makeTraceId();
  readonly #spanId = makeSpanId();

  constructor(config: ResolvedConfig, executor: URL) {
    this.#config = config;
    this.#executor = executor;
    this.#state = config.baseDir === null ? null : new KeptState(config.baseDir, this.#traceId);
    this.#clock = new AwakeClock();
    this.#voices = new Voices(config.onOutput);
    const environment = { ...config.environment, ...this.#state?.variables };
    this.#pool = new WorkerPool(
      { entry: workerEntry, environment, heapMb: config.workerHeapMb, output: 'captured' },
      config.parallel,
    );
    this.#engine = this.#openEngine();
  }

  /** Contract: one fate for each task, whatever happens to its worker. */
  async execute(tasks: readonly CheckedTask[]): Promise<ReadonlyMap<string, Fate>> {
    const { signal } = this.#config;
    const stop = () => this.#engine.stop('the signal was aborted');
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    try {
      await this.#append({ kind: 'note', message: `${tasks.length} tasks for ${this.#executor.href}` }, this.#spanId);
      const fates = await this.#engine.execute(tasks);
      const exitCode = [...fates.values()].every(({ kind }) => kind === 'done') ? 0 : 1;
      // Whatever a failing disk did to tasks, they say so themselves.
      await this.#append({ kind: 'batch-ended', exitCode }, this.#spanId).catch(() => {});
      return fates;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pool.killAll();
    this.#clock[Symbol.dispose]();
    await this.#state?.[Symbol.asyncDispose]();
  }

  #openEngine(): LocalBatch<CheckedTask> {
    const { baseDir, taskTimeoutMs } = this.#config;
    return new LocalBatch<CheckedTask>(
      {
        repoDir: baseDir ?? '',
        pool: this.#pool,
        clock: this.#clock,
        traceId: this.#traceId,
        batchSpanId: this.#spanId,
        taskTimeoutMs,
        orderOf: async (task, attempt) => {
          if (attempt > 1) await this.#state?.flushed();
          return this.#orderOf(task);
        },
        append: (event, spanId) => this.#append(event, spanId),
        note: (event, spanId) => this.#state?.note(event, spanId),
        onSaid: ({ id }, line) => this.#voices.hear(id, 'stdout', Buffer.from(`${line}\n`)),
        onOutput: ({ id }, stream, chunk) => this.#voices.hear(id, stream, chunk),
        onOutputEnd: ({ id }) => this.#voices.end(id),
        onDone: ({ id }, value) => void this.values.set(id, value),
        hasAnswer: () => false,
        permitCall: async () => {},
      },
      { ...this.#config, batchTimeoutMs: null },
      () => ({ burnedAttempts: 0, waitedMs: 0 }),
    );
  }

  #orderOf(task: CheckedTask): TaskOrder {
    const place = this.#state?.placeOf(task, this.#executor) ?? null;
    return { kind: 'module', url: this.#executor.href, task: task.content, place };
  }

  async #append(event: BatchEvent, spanId: string): Promise<void> {
    await this.#state?.append(event, spanId);
  }
}
