/** How much one token may have us keep of requests that are not answered yet. */
export class BodyRoom {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** For one request; what it took is free again when it is disposed. */
  open(): BodyPlace {
    let taken = 0;
    return {
      take: (bytes) => {
        if (this.#bytes + bytes > this.#maxBytes) return false;
        this.#bytes += bytes;
        taken += bytes;
        return true;
      },
      [Symbol.dispose]: () => {
        this.#bytes -= taken;
        taken = 0;
      },
    };
  }
}

export interface BodyPlace extends Disposable {
  /** False if there is no room for so many bytes more. */
  take(bytes: number): boolean;
}
