/** A time limit that starts anew when a reply begins: how long the gateway had to wait is not the model's time. */
export class WallLimit implements Disposable {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#ms = ms;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), this.#ms);
  }
}
