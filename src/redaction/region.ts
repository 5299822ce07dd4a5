const firstBytes = 256;

/** Bytes that belong together, and come piece by piece. */
export class Region {
  #memory = new Uint8Array(0);
  length = 0;
  /** Where it begins, counted from the start of the piece that is read. */
  from = 0;
  /** So many of its bytes were let out, or hidden. */
  settled = 0;

  open(from: number, visible: number): void {
    this.length = 0;
    this.from = from;
    this.settled = visible;
  }

  get bytes(): Uint8Array {
    return this.#memory.subarray(0, this.length);
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#memory.length) {
      const grown = new Uint8Array(Math.max(length * 2, firstBytes));
      grown.set(this.bytes);
      this.#memory = grown;
    }
    this.#memory.set(bytes, this.length);
    this.length = length;
  }

  /** Keeps the last bytes only; they are settled. */
  shorten(length: number): void {
    const gone = this.length - length;
    this.#memory.copyWithin(0, gone, this.length);
    this.from += gone;
    this.length = length;
    this.settled = length;
  }

  /** The bytes from here on wait for more. */
  get liveFrom(): number {
    return this.length > this.settled ? this.from + this.settled : Number.POSITIVE_INFINITY;
  }
}
