import { setTraceVariables } from '../config/environment.ts';
import { Unwinding } from '../engines/durable.ts';
import type { AttemptEnd } from '../model/attempt.ts';
import { explainFailure } from '../model/failure.ts';
import type { FromWorker, ToWorker } from '../parallel/worker-messages.ts';
import { CoordinatorPort } from './coordinator-port.ts';
import type { OpenRun } from './open-run.ts';
import { Outbox } from './outbox.ts';
import { runOrder } from './run-order.ts';
import type { RunPlace, TaskOrder } from './task-order.ts';

/** Runs tasks in this worker, one after the other. */
export class TaskRunner {
  readonly #send: (message: FromWorker) => void;
  readonly #stops: readonly ToWorker[];
  #port: CoordinatorPort | null = null;
  #run: OpenRun | null = null;

  /** `stops` are those that were heard so far, and more may come. */
  constructor(send: (message: FromWorker) => void, stops: readonly ToWorker[]) {
    this.#send = send;
    this.#stops = stops;
  }

  /** For the task that runs now. */
  receive(message: ToWorker): void {
    if (message.kind === 'answered') this.#port?.answered(message);
    if (message.kind === 'drain') this.#port?.drain();
    if (message.kind === 'abort') this.#port?.abort();
  }

  async take(message: Extract<ToWorker, { kind: 'run' | 'settle' }>): Promise<void> {
    if (message.kind === 'settle') return this.#settle(message.isDone);
    setTraceVariables(message.trace);
    // The channel carries what this project sent: a worker trusts its coordinator.
    const order = message.order as TaskOrder;
    const send = this.#senderFor(order);
    this.#port = new CoordinatorPort(send);
    for (const stop of this.#stops) this.receive(stop);
    const end = await this.#execute(order, this.#port);
    await flushOutput();
    send({ kind: 'ended', end, rssBytes: process.memoryUsage.rss(), isUnsettled: this.#run !== null });
  }

  /** Somebody's own executor may keep the processor for ever. */
  #senderFor({ kind }: TaskOrder): (message: FromWorker) => void {
    if (kind === 'module') return this.#send;
    const outbox = new Outbox(this.#send);
    return (message) => outbox.post(message);
  }

  /** The checkpoint of a task that is done stays open until the coordinator has recorded that; others are closed here. */
  async #execute(order: TaskOrder, port: CoordinatorPort): Promise<AttemptEnd> {
    try {
      this.#run = order.place === null ? null : await openPlace(order.place, port);
      const end = await runOrder(order, this.#run, port);
      if (end.kind !== 'done') this.#settle(false);
      return end;
    } catch (error) {
      return this.#close(endOf(error, port));
    }
  }

  #close(end: AttemptEnd): AttemptEnd {
    try {
      this.#settle(false);
      return end;
    } catch (error) {
      return { kind: 'failed', failure: explainFailure(error) };
    }
  }

  #settle(isDone: boolean): void {
    const run = this.#run;
    this.#run = null;
    if (isDone) run?.checkpoint.delete();
    else run?.checkpoint[Symbol.dispose]();
  }
}

/** Whatever a step says when it is broken off, it was us. */
function endOf(error: unknown, port: CoordinatorPort): AttemptEnd {
  if (error instanceof Unwinding) return error.end;
  if (port.signal.aborted) return { kind: 'stopped' };
  return { kind: 'failed', failure: explainFailure(error) };
}

/** What keeps state is loaded where state is kept. */
async function openPlace(place: RunPlace, port: CoordinatorPort): Promise<OpenRun> {
  const { openRun } = await import('./open-run.ts');
  return openRun(place, port);
}

/** What the task has printed is in the pipes, also when they were full for a while. */
async function flushOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
}
