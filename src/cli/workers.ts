import { wholeEnvironment, workerEnvironment } from '../config/environment.ts';
import { AgentOsError } from '../model/errors.ts';
import { workerEntry } from '../parallel/worker-entry.ts';
import { WorkerProcess } from '../parallel/worker-process.ts';
import type { Answers, Question } from '../worker/protocol.ts';

const heapMb = 512;
const configTimeoutMs = 10_000;

/** A worker for untrusted text. Its environment holds nothing that a document could want. */
export class TextWorker implements Disposable {
  readonly #process = new WorkerProcess<Question, Answers[Question['kind']]>({
    entry: workerEntry,
    environment: workerEnvironment(),
    heapMb,
    output: 'silent',
  });

  async ask<K extends Question['kind']>(question: Question & { kind: K }, timeoutMs: number): Promise<Answers[K]> {
    return (await this.#process.ask(question, timeoutMs)) as Answers[K];
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]();
  }
}

/** The user's own config is trusted like a script of theirs: it sees their environment, but has 10 seconds. */
export async function evaluateModule(path: string): Promise<unknown> {
  using worker = new WorkerProcess<Question, unknown>({
    entry: workerEntry,
    environment: wholeEnvironment(),
    heapMb,
    output: 'heard',
  });
  try {
    return await worker.ask({ kind: 'evaluate-config', path }, configTimeoutMs);
  } catch (error) {
    if (!(error instanceof AgentOsError) || !error.code.startsWith('WORKER_')) throw error;
    throw new AgentOsError('CONFIG_INVALID', `${path}: ${error.message}`, { cause: error });
  }
}
