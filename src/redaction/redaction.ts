import { Recent } from '../model/recent.ts';
import type { Redacted, RedactedBytes, RedactedData } from '../model/redacted.ts';
import { redactData } from './redact-data.ts';
import { makeRedactor, type Redactor, shortestHidden } from './redactor.ts';
import { SecretRegistry } from './registry.ts';
import type { RedactionSketch } from './sketch.ts';
import { findWeakness } from './unknown-part.ts';

const recentCharacters = 1024 * 1024;

export interface StreamRedaction {
  push(chunk: Uint8Array): RedactedBytes;
  end(): RedactedBytes;
}

/**
 * All redaction of one process: of the secrets that it was told, or of those that somebody else has a sketch of. The
 * only maker of what sinks take. As long as nobody has told it anything, everything passes as it is.
 */
export class Redaction {
  readonly #registry = new SecretRegistry();
  readonly #sketched: Redactor | null;
  /** The same names and documents come again and again. */
  #recent = new Recent<Redacted>(recentCharacters);
  #hasSecrets = false;

  constructor(sketch: RedactionSketch | null = null) {
    this.#sketched = sketch === null ? null : makeRedactor(sketch);
  }

  /** Streams that are open already do not know it. */
  register(name: string, secret: string): void {
    if (this.#sketched !== null) throw new Error('a process that has a sketch must not know secrets');
    this.#registry.register(name, secret);
    this.#recent = new Recent(recentCharacters);
    this.#hasSecrets = true;
  }

  /** What may be a secret, and may be too weak to be looked for: then it is none of ours. */
  know(name: string, secret: string): void {
    if (findWeakness(secret) === null) this.register(name, secret);
  }

  /** For processes that may not know the secrets; null if there is none. */
  get sketch(): RedactionSketch | null {
    return this.#hasSecrets ? this.#registry.sketch : null;
  }

  get #redactor(): Redactor | null {
    return this.#hasSecrets ? this.#registry.redactor : this.#sketched;
  }

  text(text: string): Redacted {
    const redactor = this.#redactor;
    return redactor === null || text.length < shortestHidden
      ? this.vouch(text)
      : this.#recent.get(text, (whole) => redactor.redact(whole));
  }

  bytes(content: string | Uint8Array): RedactedBytes {
    if (typeof content === 'string') return mintBytes(Buffer.from(this.text(content)));
    const stream = this.openStream();
    const start = stream.push(content);
    const end = stream.end();
    return end.length === 0 ? start : mintBytes(Buffer.concat([start, end]));
  }

  /** Text stays text, bytes stay bytes. */
  content(content: string | Uint8Array): Redacted | RedactedBytes {
    return typeof content === 'string' ? this.text(content) : this.bytes(content);
  }

  /** Every text in plain data. */
  data<T>(data: T): RedactedData<T> {
    return this.#redactor === null ? mintData(data) : mintData(redactData(data, (text) => this.text(text)));
  }

  openStream(): StreamRedaction {
    const stream = this.#redactor?.openStream() ?? null;
    return {
      push: (chunk) => mintBytes(stream === null ? chunk : stream.push(chunk)),
      end: () => mintBytes(stream === null ? new Uint8Array() : stream.end()),
    };
  }

  /** For text that was made of nothing but redacted text and words of ours. */
  vouch(text: string): Redacted {
    return text as Redacted;
  }

  /** The same, for who writes bytes. */
  vouchBytes(text: string): RedactedBytes {
    return mintBytes(Buffer.from(text));
  }
}

function mintBytes(bytes: Uint8Array): RedactedBytes {
  return bytes as RedactedBytes;
}

function mintData<T>(data: T): RedactedData<T> {
  return data as RedactedData<T>;
}
