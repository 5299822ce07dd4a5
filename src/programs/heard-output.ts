/** What came on one stream: its beginning up to a bound, or its end. */
export class HeardOutput {
  readonly #maxBytes: number;
  readonly #part: 'beginning' | 'end';
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isTooMuch = false;

  constructor(maxBytes: number, part: 'beginning' | 'end') {
    this.#maxBytes = maxBytes;
    this.#part = part;
  }

  /** False once there was more than is kept. */
  push(chunk: Buffer): boolean {
    this.#isTooMuch ||= this.#bytes + chunk.length > this.#maxBytes;
    if (this.#isTooMuch && this.#part === 'beginning') return false;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Not with every chunk: it copies all that is kept.
    if (this.#bytes > 2 * this.#maxBytes) this.#cut();
    return !this.#isTooMuch;
  }

  get text(): string {
    return this.#end().toString('utf8');
  }

  #end(): Buffer {
    return Buffer.concat(this.#chunks).subarray(-this.#maxBytes);
  }

  #cut(): void {
    const end = Buffer.from(this.#end());
    this.#chunks = [end];
    this.#bytes = end.length;
  }
}
