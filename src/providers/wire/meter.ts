import type { Usage } from '../../model/exchange.ts';
import { isRecord } from '../../model/json.ts';
import { isErrorEvent } from './classify.ts';
import type { WireApi } from './endpoints.ts';
import type { Fields } from './fields.ts';
import { openObject } from './json-bytes.ts';
import { JsonDigest } from './json-digest.ts';
import { readAnthropic } from './readers/anthropic.ts';
import { readGemini } from './readers/gemini.ts';
import { readChat } from './readers/openai-chat.ts';
import { readResponses } from './readers/openai-responses.ts';
import { type Finish, nothingRead, type Reader, type Reading } from './readers/reading.ts';
import { type SseNews, SseReader } from './sse-reader.ts';

/** Reads along while the bytes of a successful reply pass: what it used, who answered, and how it ended. */
export interface ReplyMeter {
  /** Decoded bytes: what is compressed says nothing. */
  push(chunk: Uint8Array): void;
  end(): void;
  /** Null if the provider did not say. */
  readonly usage: Usage | null;
  readonly model: string | null;
  /** The first error inside the reply, as it came, for `classifyStreamEvent`. */
  readonly trouble: Fields | null;
  /** The reply has come to its own end: it was not cut off. */
  readonly isComplete: boolean;
  readonly finish: Finish | null;
  /** It cost more than the list price. */
  readonly isDearer: boolean;
}

const readers: Readonly<Record<WireApi, Reader>> = {
  'anthropic-messages': readAnthropic,
  'openai-responses': readResponses,
  'openai-chat': readChat,
  gemini: readGemini,
};

/** Contract: bounded memory, and no throw, whatever passes. */
export function openMeter(api: WireApi, isStream: boolean): ReplyMeter {
  return new Meter(readers[api], isStream);
}

interface Source {
  push(chunk: Uint8Array): void;
  end?(): void;
}

class Meter implements ReplyMeter {
  readonly #read: Reader;
  #source: Source | null;
  #reading: Reading = nothingRead;
  #trouble: Fields | null = null;

  constructor(read: Reader, isStream: boolean) {
    this.#read = read;
    this.#source = isStream ? null : this.#openDocument();
  }

  get usage(): Usage | null {
    return this.#reading.usage;
  }

  get model(): string | null {
    return this.#reading.model;
  }

  get finish(): Finish | null {
    return this.#reading.finish;
  }

  get isDearer(): boolean {
    return this.#reading.isDearer;
  }

  get isComplete(): boolean {
    return this.#reading.isComplete;
  }

  get trouble(): Fields | null {
    return this.#trouble;
  }

  push(chunk: Uint8Array): void {
    this.#source ??= this.#findSource(chunk);
    this.#source?.push(chunk);
  }

  end(): void {
    this.#source?.end?.();
  }

  /** A stream was asked for, and JSON may come all the same: the first byte tells. Null while only space has come. */
  #findSource(chunk: Uint8Array): Source | null {
    const first = chunk.find((byte) => byte > 0x20);
    if (first === undefined) return null;
    if (first === openObject) return this.#openDocument();
    return first === 0x5b ? this.#openList() : new SseReader((news) => this.#takeNews(news));
  }

  /** One document is all of the reply. */
  #openDocument(): Source {
    return new JsonDigest((data) => {
      this.#take(data);
      this.#reading = { ...this.#reading, isComplete: true };
    });
  }

  /** Google streams a list where nobody asked for events. */
  #openList(): Source {
    return new JsonDigest((data) => this.#take(data));
  }

  #takeNews(news: SseNews): void {
    if (news.kind === 'done') this.#reading = { ...this.#reading, isComplete: true };
    else if (news.event === 'error' && !isErrorEvent(news.data)) this.#take({ type: 'error', error: news.data });
    else this.#take(news.data);
  }

  #take(data: unknown): void {
    if (!isRecord(data)) return;
    if (isErrorEvent(data)) this.#trouble ??= data;
    this.#reading = { ...this.#reading, ...this.#read(data, this.#reading) };
  }
}
