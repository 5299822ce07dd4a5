import { type FileHandle, open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { escapeUnsafe } from '../model/text.ts';

/** The file holds nothing that it may not get. */
type TextOutput = Writable | { write(text: string): unknown };

export interface EventTailOptions {
  /** Where to begin; a resumed batch shows what is new. */
  readonly fromByte?: number;
  /** Ends it, whatever is left. */
  readonly signal?: AbortSignal;
}

const pieceBytes = 64 * 1024;

/**
 * Shows a file while it grows: the reader may be as slow as it likes, because what it has not read yet is in the file
 * and not in memory. A reader that went away ends it quietly.
 */
export class EventTail {
  readonly #path: string;
  readonly #output: TextOutput;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #done: Promise<void>;
  #position: number;
  #news = Promise.withResolvers<void>();
  #isFinishing = false;
  #isOver = false;
  /** Ends the wait for the write that is under way. */
  #release: () => void = () => {};

  constructor(path: string, output: TextOutput, { fromByte = 0, signal }: EventTailOptions = {}) {
    this.#path = path;
    this.#output = output;
    this.#position = fromByte;
    const stop = () => this.#stop();
    if ('once' in output) output.on('error', stop).once('close', stop);
    if (signal?.aborted) this.#stop();
    signal?.addEventListener('abort', stop, { once: true });
    this.#done = this.#follow().finally(() => signal?.removeEventListener('abort', stop));
    // `finish` tells it.
    this.#done.catch(() => {});
  }

  /** The file has grown. */
  poke(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /**
   * Contract: resolves when all that the file holds now was taken by the output, or when nobody reads it any more.
   * Rejects if the file cannot be read.
   */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.poke();
    await this.#done;
  }

  async #follow(): Promise<void> {
    await using file = await this.#guard(open(this.#path));
    const buffer = Buffer.allocUnsafeSlow(pieceBytes);
    while (!this.#isOver) {
      // Both are looked at before the file is: what happens meanwhile leads to another look.
      const news = this.#news.promise;
      const isLast = this.#isFinishing;
      const count = await this.#read(file, buffer);
      if (count > 0) await this.#show(buffer.subarray(0, count));
      else if (isLast) return;
      else await news;
    }
  }

  async #read(file: FileHandle, buffer: Buffer): Promise<number> {
    const { bytesRead } = await this.#guard(file.read(buffer, 0, buffer.length, this.#position));
    this.#position += bytesRead;
    return bytesRead;
  }

  /** Text in JSON may hold what drives a terminal; its escape means the same to whoever parses it. */
  async #show(bytes: Uint8Array): Promise<void> {
    const text = escapeUnsafe(this.#decoder.decode(bytes, { stream: true }));
    const output = this.#output;
    if (this.#isOver || text === '') return;
    if (!('once' in output)) {
      output.write(text);
      return;
    }
    await new Promise<void>((resolve) => {
      this.#release = resolve;
      output.write(text, (error) => (error ? this.#stop() : resolve()));
    });
  }

  #stop(): void {
    this.#isOver = true;
    this.#release();
    this.poke();
  }

  async #guard<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      const why = errnoOf(error) ?? String(error);
      throw new AgentOsError('FILE_UNREADABLE', `${this.#path} cannot be read: ${why}`, { cause: error });
    }
  }
}
