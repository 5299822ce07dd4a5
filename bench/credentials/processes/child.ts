import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark that answers one question after the other. */
export class Child implements Disposable {
  readonly #process: ChildProcess;

  constructor(script: URL) {
    this.#process = fork(fileURLToPath(script), { serialization: 'advanced' });
    this.#process.setMaxListeners(0);
  }

  /** The type is the script's own word. */
  async ask<Reply>(question: { readonly kind: string } & object): Promise<Reply> {
    return await new Promise<Reply>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`${question.kind}: the process ended with ${code}`));
      this.#process.once('exit', onExit);
      this.#process.once('message', (reply) => {
        this.#process.off('exit', onExit);
        resolve(reply as Reply);
      });
      this.#process.send(question);
    });
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  [Symbol.dispose](): void {
    if (this.#process.exitCode === null && this.#process.signalCode === null) this.#process.kill('SIGKILL');
  }
}
