import { parseJson } from '../../model/json.ts';
import { backslash, closeArray, closeObject, comma, openArray, openObject, quote } from './json-bytes.ts';

/** How much of a document is kept: enough for all that tells of an exchange, whatever its size. */
const longestString = 2048;
const mostItems = 64;
const deepest = 8;
const longestDigest = 1024 * 1024;

const isObject = -1;
/** The next byte says how long the escape is. */
const freshEscape = -1;
const nowhere = -1;

/**
 * Reads JSON as it passes and keeps it small: long strings are cut, long lists end early, what lies deep is left out. So
 * an answer of 100 MB needs no more memory than a short one, and its usage is found wherever it stands. Tells each
 * object that lies at the top, or in a list at the top. What is no JSON tells nothing.
 */
export class JsonDigest {
  readonly #tell: (data: unknown) => void;
  #kept = new Uint8Array(4096);
  #length = 0;
  /** For each open container: how many commas of it were met, or that it is an object. */
  #open: number[] = [];
  /** How many more are open below the deepest that matters. */
  #below = 0;
  #isInString = false;
  #stringLength = 0;
  #isStringCut = false;
  /** How many characters still belong to an escape. */
  #escapeLeft = 0;
  /** The depth of the container whose rest is not kept. */
  #leftOut = nowhere;

  constructor(tell: (data: unknown) => void) {
    this.#tell = tell;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isInString && this.#isStringCut && this.#escapeLeft === 0) at = findMark(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) return;
      if (this.#isInString) this.#takeInString(byte);
      else this.#take(byte);
    }
  }

  /** What comes next is another document. */
  reset(): void {
    this.#length = 0;
    this.#open = [];
    this.#below = 0;
    this.#isInString = false;
    this.#leftOut = nowhere;
  }

  #take(byte: number): void {
    if (byte === openObject || byte === openArray) this.#enter(byte);
    else if (byte === closeObject || byte === closeArray) this.#leave(byte);
    else if (byte === comma) this.#separate();
    else if (byte === quote) this.#beginString();
    else this.#keep(byte);
  }

  #enter(byte: number): void {
    if (this.#open.length > deepest) {
      this.#below += 1;
      return;
    }
    const isTopList = byte === openArray && this.#open.length === 0;
    if (!isTopList) this.#keep(byte);
    this.#open.push(byte === openArray ? 0 : isObject);
    if (this.#leftOut === nowhere && this.#open.length > deepest) this.#leftOut = this.#open.length;
  }

  #leave(byte: number): void {
    if (this.#below > 0) {
      this.#below -= 1;
      return;
    }
    if (this.#leftOut === this.#open.length) this.#leftOut = nowhere;
    this.#open.pop();
    this.#keep(byte);
    if (this.#open.length === 0 || this.#isInTopList()) this.#finish();
  }

  #finish(): void {
    const isWhole = this.#length < longestDigest;
    const data = isWhole ? parseJson(Buffer.from(this.#kept.subarray(0, this.#length)).toString('utf8')) : null;
    this.#length = 0;
    if (data !== null) this.#tell(data);
  }

  #isInTopList(): boolean {
    return this.#open.length === 1 && this.#open[0] !== isObject;
  }

  #separate(): void {
    if (this.#below > 0 || this.#isInTopList()) return;
    const depth = this.#open.length;
    const count = this.#open[depth - 1] ?? isObject;
    if (count !== isObject) this.#open[depth - 1] = count + 1;
    if (count + 1 >= mostItems && this.#leftOut === nowhere) this.#leftOut = depth;
    this.#keep(comma);
  }

  #beginString(): void {
    this.#isInString = true;
    this.#isStringCut = false;
    this.#stringLength = 0;
    this.#escapeLeft = 0;
    this.#keep(quote);
  }

  /** A string is never cut inside an escape: what is kept still parses. */
  #takeInString(byte: number): void {
    if (this.#escapeLeft === freshEscape) this.#escapeLeft = byte === 0x75 ? 4 : 0;
    else if (this.#escapeLeft > 0) this.#escapeLeft -= 1;
    else {
      this.#isStringCut ||= this.#stringLength >= longestString;
      if (byte === backslash) this.#escapeLeft = freshEscape;
      this.#isInString = byte !== quote;
    }
    this.#stringLength += 1;
    if (!this.#isStringCut || !this.#isInString) this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#leftOut !== nowhere || this.#length >= longestDigest) return;
    if (this.#length === this.#kept.length) this.#grow();
    this.#kept[this.#length] = byte;
    this.#length += 1;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#kept.length * 2);
    larger.set(this.#kept);
    this.#kept = larger;
  }
}

/** Where a string ends, or an escape begins. */
function findMark(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at += 1;
  return at;
}
