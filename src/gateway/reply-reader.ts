import type { IncomingMessage } from 'node:http';
import type { Clock } from '../parallel/clock.ts';

/** Why an exchange was ended by us. */
export type CutReason = 'caller' | 'silence' | 'time' | 'size';

const words: Readonly<Record<CutReason, (limit: string) => string>> = {
  caller: () => 'cut off by us',
  silence: (limit) => `silent for ${limit}`,
  time: (limit) => `not done after ${limit}`,
  size: () => 'the reply is too long',
};

const muchBytes = 16 * 1024;

export class CutError extends Error {
  readonly reason: CutReason;

  /** `limitMs` is what was passed, for the reasons that are about time. */
  constructor(reason: CutReason, limitMs = 0) {
    super(words[reason](`${limitMs / 1000} s`));
    this.reason = reason;
  }
}

/** The body of a reply, chunk by chunk: what nobody asks for is not read. */
export class ReplyReader {
  readonly #message: IncomingMessage;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #cut: AbortController;
  /** Calls off whoever lets pieces gather. */
  #hurry: () => void = () => {};

  /** `cut` ends the exchange, here if the provider is silent while we listen. */
  constructor(message: IncomingMessage, clock: Clock, idleMs: number, cut: AbortController) {
    this.#message = message;
    this.#chunks = message[Symbol.asyncIterator]();
    // Whoever reads is told by `next`; nobody else has to know.
    message.on('error', () => undefined);
    message.on('readable', () => this.#hasMuch && this.#hurry());
    message.on('close', () => this.#hurry());
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#cut = cut;
  }

  /** Lets more come for so long, unless much is there, or all. */
  async gather(ms: number): Promise<void> {
    if (this.#hasMuch) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  get #hasMuch(): boolean {
    const { complete, destroyed, readableLength } = this.#message;
    return complete || destroyed || readableLength >= muchBytes;
  }

  /** Null at the end; throws if the reply was cut off, by whomever. */
  async next(): Promise<Uint8Array | null> {
    const callOff = this.#clock.after(this.#idleMs, () => this.#cut.abort(new CutError('silence', this.#idleMs)));
    try {
      const { done, value } = await this.#chunks.next();
      // What was buffered when the exchange was cut may end as if it were whole.
      this.#cut.signal.throwIfAborted();
      return done ? null : value;
    } finally {
      callOff();
    }
  }

  /** At most so many bytes of what is left; a reply that is cut off gives what came of it. */
  async readSome(maxBytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      while (size < maxBytes) {
        const chunk = await this.next();
        if (chunk === null) break;
        chunks.push(chunk);
        size += chunk.length;
      }
    } catch (error) {
      if (size === 0) throw error;
    }
    return Buffer.concat(chunks).subarray(0, maxBytes);
  }

  /** Lets go of the connection; one whose reply was not read to its end is closed. */
  close(): void {
    if (!this.#message.readableEnded) this.#message.destroy();
  }
}
