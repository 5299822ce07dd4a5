import type { KeptFile } from '../../store/command-output.ts';

/** Where a long output goes. */
export interface OutputSink {
  write(text: string): void;
  finish(): KeptFile;
}

/** What a command said: all of it, or of very much the end, and the file that has the whole. */
export interface KeptText {
  readonly output: string;
  readonly file: KeptFile | null;
}

const mostInMemory = 256 * 1024;
const mostAtEnd = 16 * 1024;

/**
 * What a command said, in the order in which it was heard. Contract: beyond a bound it is on the disk, and no longer in
 * memory.
 */
export class KeptOutput {
  readonly #openSink: () => OutputSink;
  #sink: OutputSink | null = null;
  #text = '';
  #trouble: unknown = null;

  constructor(openSink: () => OutputSink) {
    this.#openSink = openSink;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Never throws: whoever is listening to a stream could not say so. `finish` does. */
  push(text: string): void {
    if (this.#trouble !== null) return;
    try {
      this.#keep(text);
    } catch (error) {
      this.#trouble = error;
    }
  }

  /** Throws what the disk did not take. */
  finish(): KeptText {
    if (this.#trouble !== null) throw this.#trouble;
    const text = this.#text.toWellFormed();
    if (this.#sink === null) return { output: text, file: null };
    const file = this.#sink.finish();
    const left = `[the end of an output of ${file.bytes} bytes: the log has the whole]\n`;
    return { output: `${left}${text.slice(-mostAtEnd).toWellFormed()}`, file };
  }

  #keep(text: string): void {
    this.#text += text;
    if (this.#sink !== null) this.#sink.write(text);
    else if (this.#text.length > mostInMemory) {
      this.#sink = this.#openSink();
      this.#sink.write(this.#text);
    }
    if (this.#sink !== null && this.#text.length > 2 * mostAtEnd) this.#text = this.#text.slice(-mostAtEnd);
  }
}
