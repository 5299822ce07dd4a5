import { escapeByte, openParameters, stepSequence } from './control-sequence.ts';
import { star } from './fold.ts';
import { bulletEnd, countShift, glance, isLast, kept, meanings, opensEscape, sequenceEnd } from './glance.ts';
import type { Memory } from './memory.ts';
import { View } from './view.ts';

const blockBits = 10;
const blockBytes = 1 << blockBits;
const newline = 0x0a;
/** Characters that are further apart do not belong together: a 0 stands between them. Longer than two blocks. */
const widestGap = 4096;
/** Room for those. */
const mostGaps = 64;

/**
 * A piece of a stream as plain characters: folded, and without what nobody sees. Read twice: once in a hurry, for the
 * characters alone, and again, by blocks, where somebody asks for their places.
 */
export class Reading {
  readonly view = new View();
  /** The place of each character in the piece, below 0 for remembered ones; valid where `locate` was called. */
  at = new Int32Array(0);
  /** 1 where a line begins; valid like `at`, and for one character more. */
  line = new Uint8Array(0);
  /** Some character may open an escape. */
  hasEscapes = false;
  /** How many characters a memory holds; a multiple of 8, so that the new ones begin at a whole word. */
  readonly #capacity: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #before: Memory['bytes'] = [0, 0];
  #blockCount = 0;
  /** Per block of bytes: the characters before it, and the state that it began in; and what comes after the last. */
  #starts = new Int32Array(0);
  #states = new Uint8Array(0);
  /** The state after the block that was read last. */
  #state = 0;
  /** Where the next control sequence begins; known from there on back to where it was looked for. */
  #nextSequence = -1;
  /** All blocks from this one on were studied. */
  #studiedFrom = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  read(bytes: Uint8Array, memory: Memory): void {
    this.#reserve(bytes);
    this.#recall(memory);
    let flags = 0;
    for (let block = 0; block < this.#blockCount; block += 1) {
      flags |= this.#glanceAt(block);
      this.#separate(block);
    }
    this.view.length = this.#startOf(this.#blockCount);
    this.#studiedFrom = this.#blockCount;
    this.locate(Math.max(this.view.start, this.view.length - this.#capacity), this.view.length);
    this.hasEscapes = (flags & opensEscape) !== 0 || memory.hasEscapes;
  }

  /** Makes `at` and `line` valid from the first to the last of these characters. The last ones always are. */
  locate(first: number, last: number): void {
    const from = this.#blockOf(first, this.#blockCount);
    let block = from;
    for (; block < this.#studiedFrom && this.#startOf(block) <= last + 1; block += 1) this.#study(block);
    if (block === this.#studiedFrom) this.#studiedFrom = Math.min(from, block);
  }

  /** Whether the last characters are so far behind that nothing can go on with them. */
  get isClosed(): boolean {
    const { start, length } = this.view;
    return length > start && this.byteLength - (this.at[length - 1] ?? 0) > widestGap;
  }

  /** How many bytes at the end are the beginning of a filler. */
  countUnfinished(): number {
    const last = this.#byteAt(this.byteLength - 1);
    if (last === 0xe2) return 1;
    return last === 0x80 && this.#byteAt(this.byteLength - 2) === 0xe2 ? 2 : 0;
  }

  remember(memory: Memory): void {
    const { length, start } = this.view;
    const from = Math.max(start, length - this.#capacity);
    memory.count = length - from;
    memory.chars.set(this.view.chars.subarray(from, length));
    for (let at = from; at < length; at += 1) memory.at[at - from] = (this.at[at] ?? 0) - this.byteLength;
    memory.line.set(this.line.subarray(from, length + 1));
    memory.state = this.#states[this.#blockCount] ?? 0;
    memory.bytes = [this.#byteAt(this.byteLength - 2), this.#byteAt(this.byteLength - 1)];
  }

  #reserve(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#nextSequence = -1;
    this.#blockCount = Math.ceil(bytes.length / blockBytes);
    const size = this.#capacity + bytes.length + mostGaps;
    this.view.clear(size);
    if (this.#starts.length <= this.#blockCount) {
      this.#starts = new Int32Array(this.#blockCount + 1);
      this.#states = new Uint8Array(this.#blockCount + 1);
    }
    if (this.at.length >= size) return;
    this.at = new Int32Array(size);
    this.line = new Uint8Array(size);
    for (let at = 0; at < this.view.chars.length; at += 1) this.view.first[at] = this.view.last[at] = at;
  }

  #recall(memory: Memory): void {
    const from = this.#capacity - memory.count;
    this.view.chars.fill(0, 0, from);
    this.view.chars.set(memory.chars.subarray(0, memory.count), from);
    this.at.set(memory.at.subarray(0, memory.count), from);
    this.line.set(memory.line.subarray(0, memory.count + 1), from);
    this.view.start = from;
    this.#before = memory.bytes;
    this.#starts[0] = this.#capacity;
    this.#states[0] = memory.state;
  }

  /** Returns what was seen. */
  #glanceAt(block: number): number {
    const start = block << blockBits;
    const end = Math.min(start + blockBytes, this.byteLength);
    const seen = this.#states[block] === 0 ? this.#hop(start, end, block) : isLast;
    if ((seen & isLast) === 0) return seen;
    this.#finish(block, this.#study(block));
    return opensEscape;
  }

  /** A block is followed by what its last state and its characters say. */
  #finish(block: number, count: number): void {
    this.#starts[block + 1] = count;
    this.#states[block + 1] = this.#state;
  }

  /** Puts a 0 before a block that follows after too long a gap. Between two blocks that are not empty there is none. */
  #separate(block: number): void {
    const start = this.#startOf(block);
    const isNear = block > 0 && this.#startOf(block - 1) < start;
    if (start === this.view.start || start === this.#startOf(block + 1) || isNear) return;
    if (start > this.#capacity) this.#study(this.#blockOf(start - 1, block));
    this.#study(block);
    const previous = this.at[start - 1] ?? 0;
    if ((this.at[start] ?? 0) - previous <= widestGap) return;
    this.#starts[block] = this.#put(start, 0, previous + 1);
    this.#finish(block, this.#study(block));
  }

  /** In a hurry: from one control sequence to the next. */
  #hop(start: number, end: number, block: number): number {
    let count = this.#startOf(block);
    let state = 0;
    let flags = 0;
    for (let at = start; at < end; ) {
      if (this.#nextSequence < at) this.#nextSequence = findSequence(this.#bytes, at);
      const stop = Math.min(this.#nextSequence, end);
      const seen = glance(this.#bytes, at, stop, this.view.chars, count);
      count = seen >>> countShift;
      flags |= seen;
      for (at = stop; at < end; at += 1) {
        state = stepSequence(state, this.#bytes[at] ?? 0);
        if (state <= 0) break;
      }
      // The last byte of a sequence is a part of it; one that breaks it off is not.
      if (state === 0) at += 1;
      state = Math.max(state, 0);
    }
    this.#state = state;
    this.#finish(block, count);
    return flags;
  }

  /** Reads a block with all that can be known of it; returns the number of characters after it. */
  #study(block: number): number {
    const start = block << blockBits;
    const end = Math.min(start + blockBytes, this.byteLength);
    let count = this.#startOf(block);
    let state = this.#states[block] ?? 0;
    for (let at = start; at < end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (state !== 0 || byte === escapeByte) {
        state = stepSequence(state, byte);
        if (state >= 0) continue;
        state = 0;
      }
      const meaning = meanings[byte] ?? 0;
      if (byte === newline) this.line[count] = 1;
      else if ((meaning & kept) !== 0) count = this.#put(count, meaning & 0xff, at);
      else if (byte === sequenceEnd && this.#byteAt(at - 1) === 0xc2) state = openParameters;
      else if ((meaning & isLast) !== 0) count = this.#putFiller(count, byte, at);
    }
    this.#state = state;
    return count;
  }

  #put(count: number, char: number, at: number): number {
    this.view.chars[count] = char;
    this.at[count] = at;
    this.line[count + 1] = 0;
    return count + 1;
  }

  /** `•` is a star, and `…` are three. */
  #putFiller(count: number, byte: number, at: number): number {
    if (this.#byteAt(at - 1) !== 0x80 || this.#byteAt(at - 2) !== 0xe2) return count;
    if (byte === bulletEnd) return this.#put(count, star, at);
    return this.#put(this.#put(this.#put(count, star, at - 2), star, at - 1), star, at);
  }

  #byteAt(at: number): number {
    return (at < 0 ? this.#before[at + 2] : this.#bytes[at]) ?? 0;
  }

  #startOf(block: number): number {
    return this.#starts[block] ?? 0;
  }

  /** Of the first `count` blocks the last one that begins at this character or before it. */
  #blockOf(char: number, count: number): number {
    let block = count - 1;
    while (block > 0 && this.#startOf(block) > char) block -= 1;
    return Math.max(block, 0);
  }
}

function findSequence(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(escapeByte, from);
  return found === -1 ? bytes.length : found;
}
