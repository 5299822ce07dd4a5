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

/** More than this is held for nobody. */
const muchBytes = 64 * 1024;

export class CutError extends Error {
  readonly reason: CutReason;

  /** `limitMs` is what was passed, for the reasons that are about time. */
  constructor(reason: CutReason, limitMs = 0) {
    super(words[reason](`${limitMs / 1000} s`));
    this.reason = reason;
  }
}

/** The body of a reply, as it comes: what nobody asks for is not read, but for a little. */
export class ReplyReader {
  readonly #message: IncomingMessage;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #cut: AbortController;
  #held: Uint8Array[] = [];
  #size = 0;
  #end: { readonly error: Error | null } | null = null;
  /** Called when so many bytes are there, or no more will be. */
  #enough = { bytes: 1, call: () => {} };

  /** `cut` ends the exchange, here if the provider is silent while we listen. */
  constructor(message: IncomingMessage, clock: Clock, idleMs: number, cut: AbortController) {
    this.#message = message;
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#cut = cut;
    message.on('data', (chunk: Uint8Array) => this.#hold(chunk));
    message.on('end', () => this.#finish(null));
    message.on('error', (error) => this.#finish(error));
    message.on('close', () => {
      if (this.#end === null) this.#finish(new Error('The connection was closed within a reply'));
    });
  }

  /** All that has come; null at the end. Throws if the reply was cut off, by whomever. */
  async next(): Promise<Uint8Array | null> {
    if (this.#size === 0 && this.#end === null) await this.#listen();
    // What was held when the exchange was cut may end as if it were whole.
    this.#cut.signal.throwIfAborted();
    if (this.#size > 0) return this.#take();
    if (this.#end?.error) throw this.#end.error;
    return null;
  }

  /** Lets more come for so long, unless much is there, or all. */
  async gather(ms: number): Promise<void> {
    if (this.#size >= muchBytes || this.#end !== null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#enough = {
        bytes: muchBytes,
        call() {
          clearTimeout(timer);
          resolve();
        },
      };
    });
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
    } catch {
      // Whoever wants to know is told by `cutBy`.
    }
    return Buffer.concat(chunks).subarray(0, maxBytes);
  }

  /** Why no more will come, although it was not the end; null if it was, or nobody knows yet. */
  get cutBy(): unknown {
    const { aborted, reason } = this.#cut.signal;
    return aborted ? reason : (this.#end?.error ?? null);
  }

  /** Lets go of the connection; one whose reply was not read to its end is closed. */
  close(): void {
    if (!this.#message.readableEnded) this.#message.destroy();
  }

  async #listen(): Promise<void> {
    const callOff = this.#clock.after(this.#idleMs, () => this.#cut.abort(new CutError('silence', this.#idleMs)));
    await new Promise<void>((resolve) => {
      this.#enough = { bytes: 1, call: resolve };
    });
    callOff();
  }

  #hold(chunk: Uint8Array): void {
    this.#held.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= muchBytes) this.#message.pause();
    if (this.#size >= this.#enough.bytes) this.#enough.call();
  }

  #take(): Uint8Array {
    const [first, ...more] = this.#held;
    const taken = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#held);
    this.#held = [];
    this.#size = 0;
    if (this.#message.isPaused()) this.#message.resume();
    return taken;
  }

  #finish(error: Error | null): void {
    this.#end ??= { error };
    this.#enough.call();
  }
}
