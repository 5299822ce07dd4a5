import type { ChildProcess } from 'node:child_process';
import { AgentOsError } from '../model/errors.ts';
import { forkWorker, type WorkerSetup } from './fork-worker.ts';

/** The code of a reply that tells of a defect in the worker; its message is the stack. */
export const defectCode = 'DEFECT';

/** What a worker answers: a value, or trouble that it can explain. */
export type Reply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: string; readonly message: string };

interface Waiting<Answer> {
  settle(reply: Reply<Answer>): void;
}

/**
 * A forked process that answers one question at a time, and can always be stopped.
 * It starts with the first question, and again after it was stopped or has crashed.
 */
export class WorkerProcess<Question extends object, Answer> implements Disposable {
  readonly #setup: WorkerSetup;
  #child: ChildProcess | null = null;
  #waiting: Waiting<Answer> | null = null;

  constructor(setup: WorkerSetup) {
    this.#setup = setup;
  }

  /** Throws AgentOsError: WORKER_TIMEOUT, WORKER_CRASHED, or the code of the worker's own trouble. */
  async ask(question: Question, timeoutMs: number): Promise<Answer> {
    if (this.#waiting !== null) throw new Error('a worker answers one question at a time');
    const { promise, resolve } = Promise.withResolvers<Reply<Answer>>();
    this.#waiting = { settle: resolve };
    const timer = setTimeout(() => this.#giveUp(timeoutMs), timeoutMs);
    try {
      this.#child ??= this.#start();
      // Without descriptors a fork has no channel: its error event tells why.
      this.#child.send?.(question, () => {});
      const reply = await promise;
      if (!reply.ok) throw toError(reply);
      return reply.answer;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }

  [Symbol.dispose](): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = forkWorker(this.#setup);
    // A stopped worker may still have an answer on its way: it must not settle the question of its successor.
    const isCurrent = () => this.#child === child;
    child.on('message', (message: Reply<Answer> | object) => {
      if (isCurrent() && 'ok' in message) this.#waiting?.settle(message);
    });
    child.on('error', (error) => isCurrent() && this.#crash(`its worker could not start: ${error.message}`));
    child.on('exit', (code, signal) => {
      if (isCurrent()) this.#crash(`its worker ended unexpectedly (${signal ?? `exit code ${code}`})`);
    });
    return child;
  }

  #crash(message: string): void {
    this.#child = null;
    this.#fail('WORKER_CRASHED', message);
  }

  #giveUp(timeoutMs: number): void {
    this[Symbol.dispose]();
    this.#fail('WORKER_TIMEOUT', `took longer than ${timeoutMs / 1000} s and was stopped`);
  }

  #fail(code: string, message: string): void {
    this.#waiting?.settle({ ok: false, code, message });
  }
}

/** The trouble of a worker, as it is thrown here. */
export function toError({ code, message }: Extract<Reply<unknown>, { ok: false }>): Error {
  return code === defectCode ? new Error(`in a worker: ${message}`) : new AgentOsError(code, message);
}
