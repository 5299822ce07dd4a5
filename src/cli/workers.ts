import { workerEnvironment } from '../config/environment.ts';
import { workerEntry } from '../parallel/worker-entry.ts';
import { WorkerProcess } from '../parallel/worker-process.ts';
import type { Answers, Question } from '../worker/protocol.ts';

export { evaluateModule } from './evaluate-module.ts';

const heapMb = 512;

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
