import type { FromWorker } from '../parallel/worker-messages.ts';

/**
 * Words for the coordinator, in their order: what is said in one breath wakes it once. For who gives the processor away
 * soon; before that nothing leaves.
 */
export class Outbox {
  readonly #send: (message: FromWorker) => void;
  #messages: FromWorker[] = [];

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  post(message: FromWorker): void {
    if (this.#messages.length === 0) setImmediate(() => this.#flush());
    this.#messages.push(message);
  }

  #flush(): void {
    const [first, ...more] = this.#messages;
    this.#messages = [];
    if (first === undefined) return;
    this.#send(more.length === 0 ? first : { kind: 'several', messages: [first, ...more] });
  }
}
