import { AgentOsError } from '../model/errors.ts';
import type { TaskReceipt } from '../model/task-receipt.ts';
import type { FromWorker, Request, ToldEvent, ToWorker } from '../parallel/worker-messages.ts';

/** The worker's side of its channel, while it runs one task. */
export class CoordinatorPort {
  readonly #send: (message: FromWorker) => void;
  readonly #abort = new AbortController();
  readonly #waiting = new Map<number, PromiseWithResolvers<TaskReceipt | null>>();
  #lastId = 0;
  #isDraining = false;

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }

  abort(): void {
    this.#isDraining = true;
    this.#abort.abort();
  }

  say(line: string): void {
    this.#send({ kind: 'said', line });
  }

  tell(event: ToldEvent): void {
    this.#send({ kind: 'told', event });
  }

  /** Throws the coordinator's AgentOsError if it refuses. Only who asks for a receipt gets one. */
  async request(request: Request): Promise<TaskReceipt | null> {
    this.#lastId += 1;
    const waiting = Promise.withResolvers<TaskReceipt | null>();
    this.#waiting.set(this.#lastId, waiting);
    this.#send({ kind: 'request', id: this.#lastId, request });
    return await waiting.promise;
  }

  answered({ id, trouble, receipt }: Omit<Extract<ToWorker, { kind: 'answered' }>, 'kind'>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (trouble === null) waiting?.resolve(receipt);
    else waiting?.reject(new AgentOsError(trouble.code, trouble.message));
  }
}
