/** Texts for a program that reads them one by one, whenever they come. */
export class Outbox implements AsyncIterable<string> {
  readonly #waiting: string[] = [];
  #wake = () => {};
  #isEnded = false;

  push(text: string): void {
    if (!this.#isEnded) this.#waiting.push(text);
    this.#wake();
  }

  /** What waits is still read. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (;;) {
      const text = this.#waiting.shift();
      if (text !== undefined) yield text;
      else if (this.#isEnded) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
