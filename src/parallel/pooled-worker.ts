import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { AttemptEnd } from '../model/attempt.ts';
import { AgentOsError } from '../model/errors.ts';
import type { TaskReceipt } from '../model/task-receipt.ts';
import type { TraceVariables } from '../model/trace.ts';
import { killTree } from '../processes/kill-tree.ts';
import { hasChildren } from '../processes/process-table.ts';
import { forkWorker, type WorkerSetup } from './fork-worker.ts';
import type { FromWorker, Request, ToldEvent, ToWorker } from './worker-messages.ts';

/** One task for a worker, and who listens while it runs. */
export interface Assignment {
  readonly order: unknown;
  readonly trace: TraceVariables;
  onTold(event: ToldEvent): void;
  /** Throws AgentOsError to refuse. */
  onRequest(request: Request): Promise<TaskReceipt | null>;
  /** A whole line of the task itself. */
  onSaid(line: string): void;
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void;
}

/** Marks everything that a worker starts, wherever it moves. */
const workerVariable = 'AGENTOS_WORKER_MARK';
const memoryExitCode = 134;
/** Output of a left-over process that never stops printing is not waited for. */
const outputPatienceMs = 500;

/** A forked process that runs one task at a time. Once it has ended, it stays so. */
export class PooledWorker {
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<string>;
  /** Resolves when its code is loaded and its first task waits for something, or has ended. */
  readonly warmed: Promise<void>;
  readonly #mark = randomBytes(8).toString('hex');
  readonly #child: ChildProcess;
  readonly #heapMb: number;
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<string>();
  readonly #warmed = Promise.withResolvers<void>();
  #assignment: Assignment | null = null;
  #settle: ((end: AttemptEnd) => void) | null = null;
  /** How much output has arrived so far. */
  #chunks = 0;
  #isUnsettled = false;
  /** Something was settled that it may not have done yet. */
  #hasOrders = false;
  #isGone = false;
  #isDoomed = false;
  #isDraining = false;
  /** How its task ends because it is killed, also if it has none yet. */
  #ending: AttemptEnd | null = null;
  readonly startedMs = performance.now();
  tasks = 0;
  rssBytes = 0;

  constructor(setup: WorkerSetup) {
    this.#heapMb = setup.heapMb;
    this.#child = forkWorker({ ...setup, environment: { ...setup.environment, [workerVariable]: this.#mark } });
    this.ready = this.#ready.promise;
    this.gone = this.#gone.promise;
    this.warmed = this.#warmed.promise;
    this.ready.catch(() => {});
    this.#child.on('message', (message: FromWorker) => this.#receive(message));
    this.#child.on('error', (error) => this.#end(`its worker could not start: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#end(this.#describeExit(code, signal)));
    for (const name of ['stdout', 'stderr'] as const) this.#listen(name);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Contract: resolves with how it ended, whatever happens to the process. */
  async run(assignment: Assignment): Promise<AttemptEnd> {
    if (this.#assignment !== null) throw new Error('a worker runs one task at a time');
    const { promise, resolve } = Promise.withResolvers<AttemptEnd>();
    this.#assignment = assignment;
    this.#settle = resolve;
    this.tasks += 1;
    if (this.#isGone) resolve(this.#ending ?? crashed(await this.gone));
    else this.#send({ kind: 'run', order: assignment.order, trace: assignment.trace });
    if (this.#isDraining) this.#send({ kind: 'drain' });
    const end = await promise;
    await this.#outputEnd();
    this.#assignment = null;
    this.#settle = null;
    return end;
  }

  /** The coordinator has recorded the end of the task. */
  settle(isDone: boolean): void {
    if (this.#isUnsettled) this.#send({ kind: 'settle', isDone });
    this.#hasOrders ||= this.#isUnsettled;
    this.#isUnsettled = false;
  }

  /** Also for a task that it is about to get. */
  drain(): void {
    this.#isDraining = true;
    this.#send({ kind: 'drain' });
  }

  abort(): void {
    this.#send({ kind: 'abort' });
  }

  /** No more tasks: it ends by itself when it has done what it was told, and at once if that was nothing. */
  dismiss(): void {
    if (this.#isGone) return;
    if (!this.#hasOrders) this.#child.kill('SIGKILL');
    else if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends it now, with everything that it started; `end` is how its task ended, if it had one. */
  kill(end?: AttemptEnd): void {
    killWorkers([this], end);
  }

  /** It is about to be killed. Gives what finds it and everything that it started; null if it is gone. */
  doom(end: AttemptEnd | null): { readonly pid: number; readonly mark: string } | null {
    this.#ending ??= end;
    this.#isDoomed = true;
    if (end !== null) this.#settle?.(end);
    return this.#isGone ? null : { pid: this.pid, mark: this.#variable };
  }

  /** Whether processes that its task started are still there. */
  get hasChildren(): boolean {
    return hasChildren(this.pid);
  }

  get #variable(): string {
    return `${workerVariable}=${this.#mark}`;
  }

  #listen(name: 'stdout' | 'stderr'): void {
    this.#child[name]?.on('data', (chunk: Buffer) => {
      this.#chunks += 1;
      this.#assignment?.onOutput(name, chunk);
    });
    this.#child[name]?.on('error', () => {});
  }

  /**
   * Waits for all that the task has printed. It was in the pipes before we heard of the end, so that the next round of
   * the event loop reads it; the first of the two may have begun before. Where something came, more may be left.
   */
  async #outputEnd(): Promise<void> {
    const startedMs = performance.now();
    for (let seen = -1; seen !== this.#chunks && performance.now() - startedMs < outputPatienceMs; ) {
      seen = this.#chunks;
      await nextRound();
      await nextRound();
    }
  }

  #send(message: ToWorker): void {
    if (!this.#isGone && this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'ready') this.#ready.resolve();
    if (message.kind === 'rests' || message.kind === 'ended') this.#warmed.resolve();
    if (message.kind === 'several') for (const one of message.messages) this.#receive(one);
    if (message.kind === 'told') this.#assignment?.onTold(message.event);
    if (message.kind === 'said') this.#assignment?.onSaid(message.line);
    if (message.kind === 'request') void this.#answer(message.id, message.request);
    if (message.kind === 'ended') {
      this.rssBytes = message.rssBytes;
      this.#isUnsettled = message.isUnsettled;
      this.#settle?.(message.end);
    }
  }

  async #answer(id: number, request: Request): Promise<void> {
    try {
      const receipt = (await this.#assignment?.onRequest(request)) ?? null;
      this.#send({ kind: 'answered', id, trouble: null, receipt });
    } catch (error) {
      const code = error instanceof AgentOsError ? error.code : 'DEFECT';
      const trouble = { code, message: error instanceof Error ? error.message : '' };
      this.#send({ kind: 'answered', id, trouble, receipt: null });
    }
  }

  #end(how: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    if (this.#assignment !== null && !this.#isDoomed) killTree([], [this.#variable]);
    this.#ready.reject(new AgentOsError('WORKER_UNSTARTABLE', how));
    this.#gone.resolve(how);
    this.#warmed.resolve();
    this.#settle?.(this.#ending ?? crashed(how));
  }

  #describeExit(code: number | null, signal: string | null): string {
    const isMemory = code === memoryExitCode || signal === 'SIGABRT';
    if (isMemory) return `its worker ran out of memory (its limit is ${this.#heapMb} MB: workerHeapMb)`;
    return `its worker ended unexpectedly (${signal ?? `exit code ${code}`})`;
  }
}

/** Ends workers with everything that they started, all in one look at the process table. */
export function killWorkers(workers: readonly PooledWorker[], end: AttemptEnd | null = null): void {
  const found = workers.map((worker) => worker.doom(end)).filter((one) => one !== null);
  if (found.length === 0) return;
  killTree(
    found.map(({ pid }) => pid),
    found.map(({ mark }) => mark),
  );
}

function crashed(message: string): AttemptEnd {
  return { kind: 'failed', failure: { code: 'crash', message } };
}
