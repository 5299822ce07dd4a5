import { isUtf8 } from 'node:buffer';
import { AgentOsError } from '../../model/errors.ts';
import { isRecord, parseJson } from '../../model/json.ts';
import { quoteSafely } from '../../model/text.ts';
import type { Fields } from './fields.ts';
import { backslash, closeArray, closeObject, comma, openArray, openObject, quote } from './json-bytes.ts';

/** What is judged of a request lies no deeper: below, names may be anything. */
const deepestJudged = 4;
const deepest = 1000;

/** No parser should take any of these for a field. */
const unsafeNames = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Reads a request that everybody reads alike: one JSON object in UTF-8, with nothing before or behind it, and no name
 * twice in one object, however it is spelt. Then the bytes may be sent on as they came, because what was judged is what
 * the provider reads. Throws REQUEST_UNREADABLE.
 */
export function parsePlainObject(body: Uint8Array): Fields {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const data = isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : null;
  if (!isRecord(data)) throw unreadable('The request is no JSON object in UTF-8');
  new NameScan(bytes).run();
  return data;
}

export function unreadable(message: string): AgentOsError {
  return new AgentOsError('REQUEST_UNREADABLE', message);
}

/** Walks over JSON that is known to be valid, and looks at the names near its top. */
class NameScan {
  readonly #bytes: Buffer;
  /** For each open container: the names of an object, or null for a list or what lies too deep to matter. */
  readonly #open: (Set<string> | null)[] = [];
  #isNameNext = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  run(): void {
    for (let at = 0; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at];
      if (byte === quote) at = this.#takeString(at);
      else if (byte === openObject || byte === openArray) this.#enter(byte === openObject);
      else if (byte === closeObject || byte === closeArray) this.#leave();
      else if (byte === comma) this.#isNameNext = this.#names !== null;
    }
  }

  get #names(): Set<string> | null {
    return this.#open.at(-1) ?? null;
  }

  #enter(isObject: boolean): void {
    if (this.#open.length >= deepest) throw unreadable('The request is nested too deeply');
    this.#open.push(isObject && this.#open.length < deepestJudged ? new Set() : null);
    this.#isNameNext = this.#names !== null;
  }

  #leave(): void {
    this.#open.pop();
    this.#isNameNext = false;
  }

  /** Returns where it ends. */
  #takeString(from: number): number {
    const end = findEnd(this.#bytes, from + 1);
    if (this.#isNameNext) this.#takeName(this.#bytes.toString('utf8', from, end + 1));
    this.#isNameNext = false;
    return end;
  }

  #takeName(text: string): void {
    const name = String(parseJson(text));
    if (unsafeNames.has(name)) throw unreadable(`The request has a field ${quoteSafely(name)}`);
    if (this.#names?.has(name)) throw unreadable(`The request has ${quoteSafely(name)} twice`);
    this.#names?.add(name);
  }
}

/** Where the string ends whose first character is here. */
function findEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(quote, from);
  while (isEscaped(bytes, from, at)) at = bytes.indexOf(quote, at + 1);
  return at;
}

/** By an odd number of backslashes. */
function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let before = at;
  while (before > from && bytes[before - 1] === backslash) before -= 1;
  return (at - before) % 2 === 1;
}
